import type { NumbersGroup } from '@antiphon/server/protocol'

/** Of what time the numbers are. */
export type Period = (typeof PERIODS)[number]

export const PERIODS = ['week', 'month', 'quarter', 'year', 'all', 'own'] as const

/** The first and the last day, both included; none where there is no bound. */
export type DayRange = { readonly since?: string; readonly until?: string }

/** The days of a period that ends today. */
export function toDayRange(period: Exclude<Period, 'own'>, today: string): DayRange {
  if (period === 'all') return {}
  if (period === 'year') {
    const [year = '', month = '', day = ''] = today.split('-')
    return {
      since: addDays(toDay(Date.UTC(Number(year) - 1, Number(month) - 1, Number(day))), 1),
      until: today,
    }
  }
  return { since: addDays(today, 1 - LENGTHS[period]), until: today }
}

const LENGTHS = { week: 7, month: 30, quarter: 90 } as const

/** The shortest period from 30 days on that has the day of the newest answer in it. */
export function findPeriodWithData(last: string, today: string): Exclude<Period, 'own'> {
  const fits = (period: Exclude<Period, 'own'>): boolean => last >= (toDayRange(period, today).since ?? '')
  return (['month', 'quarter', 'year'] as const).find(fits) ?? 'all'
}

/** The days that a row of a table stands for; null where it stands for no time. */
export function toRowRange(by: NumbersGroup, key: string): Required<DayRange> | null {
  if (by === 'day' && DAY.test(key)) return { since: key, until: key }
  const month = by === 'month' ? MONTH.exec(key) : null
  if (month) return { since: `${key}-01`, until: toDay(Date.UTC(Number(month[1]), Number(month[2]), 0)) }
  const monday = by === 'week' ? findMonday(key) : null
  return monday === null ? null : { since: monday, until: addDays(monday, 6) }
}

/** The days of a bar that begins on a day. */
export function toBarRange(unit: 'day' | 'week' | 'month', from: string): Required<DayRange> | null {
  if (unit === 'week') return DAY.test(from) ? { since: from, until: addDays(from, 6) } : null
  return toRowRange(unit, unit === 'month' ? from.slice(0, 7) : from)
}

/** The first day of an ISO week such as `2026-W46`; null for what is none. */
export function findMonday(week: string): string | null {
  const [, year, number] = WEEK.exec(week) ?? []
  if (year === undefined || number === undefined) return null
  // The fourth of January lies in the first week.
  const fourth = toDay(Date.UTC(Number(year), 0, 4))
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7
  return addDays(fourth, (Number(number) - 1) * 7 - weekday)
}

/** The day of a time in the reader's own zone. */
export function toLocalDay(time: number): string {
  const date = new Date(time)
  return toDay(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()))
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MONTH = /^(\d{4})-(\d{2})$/
const WEEK = /^(\d{4})-W(\d{2})$/
const DAY_MS = 24 * 60 * 60 * 1000

function addDays(day: string, count: number): string {
  return toDay(Date.parse(day) + count * DAY_MS)
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
