/** Says on which day of a time zone something happened. */
export interface Calendar {
  readonly timeZone: string
  /** `2026-11-15`; null where the text is no time. */
  dayOf(at: string | null): string | null
  /** `2026-11-15 14:05`; null where the text is no time. */
  minuteOf(at: string | null): string | null
}

/** A calendar of a time zone, the machine's own unless told. Throws a RangeError for a zone that nobody knows. */
export function createCalendar(timeZone?: string): Calendar {
  const format = new Intl.DateTimeFormat('en-US', {
    ...(timeZone !== undefined && { timeZone }),
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const clock = new Intl.DateTimeFormat('en-GB', {
    ...(timeZone !== undefined && { timeZone }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const days = new Map<number, string>()
  return {
    timeZone: format.resolvedOptions().timeZone,
    dayOf(at) {
      const time = at === null ? Number.NaN : Date.parse(at)
      if (Number.isNaN(time)) return null
      const quarter = Math.floor(time / QUARTER_MS)
      const known = days.get(quarter)
      if (known !== undefined) return known
      const day = formatDay(format, time)
      days.set(quarter, day)
      return day
    },
    minuteOf(at) {
      const time = at === null ? Number.NaN : Date.parse(at)
      return Number.isNaN(time) ? null : `${formatDay(format, time)} ${clock.format(time)}`
    },
  }
}

// To ask for a day costs a microsecond; no zone begins one inside of a quarter of an hour.
const QUARTER_MS = 15 * 60 * 1000

function formatDay(format: Intl.DateTimeFormat, time: number): string {
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]))
  return `${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
}

/** `2026-W46`: the ISO week, which begins on Monday and belongs to the year that has its Thursday. */
export function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const weekday = (date.getUTCDay() + 6) % 7
  const thursday = new Date(date.getTime() + (3 - weekday) * DAY_MS)
  const year = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

const DAY_MS = 24 * 60 * 60 * 1000

/** `2026-11` */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}
