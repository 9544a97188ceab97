import { parseDate } from '@antiphon/search'
import { RecallError } from '../recall-error.ts'

/** A time that somebody asked for, in milliseconds of the epoch; throws in words where it is none. */
export function readTime(name: string, text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  const time = parseDate(text, now)
  if (time === undefined)
    throw new RecallError(
      `${name}: ${text} is no date. Write 2026-11-15, 2026-11-15T08:00, or an age such as 7d.`,
    )
  return time
}

/** A time for readers; null where there is none. */
export function formatTime(time: number): string | null {
  return time > 0 ? new Date(time).toISOString() : null
}

/** The same in few characters. */
export function shortTime(at: string | null | undefined): string {
  return at ? at.slice(0, 16).replace('T', ' ') : ''
}
