import type { Texts } from '../language/texts.ts'
import { pageLanguage } from './page-language.ts'

/** How long ago a time was, in one unit. */
export function formatAgo(time: string, now: number, texts: Texts): string {
  const seconds = (now - Date.parse(time)) / 1000
  // What the clock says is still to come was written by another clock.
  const unit = UNITS.find(({ upTo }) => seconds < upTo)
  if (Number.isNaN(seconds)) return ''
  return unit ? (unit.size === 0 ? texts.now : texts.ago(Math.floor(seconds / unit.size), unit.name)) : ''
}

/** The exact time in the reader's own zone; the text itself where it is no time. */
export function formatExact(time: string, language?: string): string {
  return formatIn('exact', time, language) ?? time
}

/** The time of day; empty for what is no time. */
export function formatClock(time: string, language?: string): string {
  return formatIn('clock', time, language) ?? ''
}

/** The day in the reader's own zone, as a heading, as a fact among others, or without its year; empty for what is no time. */
export function formatDay(time: string, form: 'heading' | 'fact' | 'short', language?: string): string {
  return formatIn(form, time, language) ?? ''
}

const FORMS = {
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
  clock: { hour: '2-digit', minute: '2-digit' },
  heading: { dateStyle: 'full' },
  fact: { dateStyle: 'medium' },
  short: { month: 'short', day: 'numeric' },
} as const

function formatIn(form: keyof typeof FORMS, time: string, language = pageLanguage()): string | undefined {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return undefined
  const name = `${form} ${language}`
  const format = formats.get(name) ?? new Intl.DateTimeFormat(language, FORMS[form])
  formats.set(name, format)
  return format.format(date)
}

/** Made once: making one takes longer than a hundred uses. */
const formats = new Map<string, Intl.DateTimeFormat>()

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30.44 * DAY
const YEAR = 365.25 * DAY

const UNITS = [
  { upTo: MINUTE, size: 0, name: 'minute' },
  { upTo: HOUR, size: MINUTE, name: 'minute' },
  { upTo: DAY, size: HOUR, name: 'hour' },
  { upTo: 14 * DAY, size: DAY, name: 'day' },
  { upTo: 70 * DAY, size: 7 * DAY, name: 'week' },
  { upTo: 2 * YEAR, size: MONTH, name: 'month' },
  { upTo: Number.POSITIVE_INFINITY, size: YEAR, name: 'year' },
] as const
