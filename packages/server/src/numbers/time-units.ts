/** How long a bar lasts. */
export type TimeUnit = 'day' | 'week' | 'month'

/** The first day of the unit that a day lies in; weeks begin on Monday. */
export function startOfUnit(day: string, unit: TimeUnit): string {
  if (unit === 'day') return day
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(day, -weekday)
}

/** The first day of the unit behind the one that begins on `start`. */
export function nextUnit(start: string, unit: TimeUnit): string {
  if (unit === 'day') return addDays(start, 1)
  if (unit === 'week') return addDays(start, 7)
  // The longest month has 31 days.
  return startOfUnit(addDays(start, 31), 'month')
}

/** How many units two days and all between them touch. */
export function countUnits(first: string, last: string, unit: TimeUnit): number {
  const from = startOfUnit(first, unit)
  const to = startOfUnit(last, unit)
  if (unit === 'month') return (yearOf(to) - yearOf(from)) * 12 + monthNumber(to) - monthNumber(from) + 1
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS / (unit === 'week' ? 7 : 1)) + 1
}

const DAY_MS = 24 * 60 * 60 * 1000

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

function monthNumber(day: string): number {
  return Number(day.slice(5, 7))
}
