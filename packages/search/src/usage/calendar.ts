/** Says on which day of a time zone something happened. */
export interface Calendar {
  readonly timeZone: string
  /** `2026-11-15`; null where the text is no time. */
  dayOf(at: string | null): string | null
  /** The same of milliseconds of the epoch; null for what is not a number. */
  dayOfTime(time: number): string | null
  /** `2026-11-15 14:05`; null where the text is no time. */
  minuteOf(at: string | null): string | null
}

/** A calendar of a time zone, the machine's own unless told. Throws a RangeError for a zone that nobody knows. */
export function createCalendar(timeZone?: string): Calendar {
  // To load a calendar takes longer than to count: UTC needs none.
  const format = timeZone === UTC ? null : createFormat(timeZone)
  const clock = onDemand(() => createClock(timeZone))
  const days = new Map<number, string>()

  function dayOfTime(time: number): string | null {
    if (Number.isNaN(time)) return null
    const quarter = Math.floor(time / QUARTER_MS)
    const known = days.get(quarter)
    if (known !== undefined) return known
    const day = format ? formatDay(format, time) : formatUtcDay(time)
    days.set(quarter, day)
    return day
  }

  return {
    timeZone: format?.resolvedOptions().timeZone ?? UTC,
    dayOfTime,
    dayOf: at => (at === null ? null : dayOfTime(Date.parse(at))),
    minuteOf(at) {
      const time = at === null ? Number.NaN : Date.parse(at)
      return Number.isNaN(time) ? null : `${dayOfTime(time)} ${clock().format(time)}`
    },
  }
}

const UTC = 'UTC'

function createFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    ...(timeZone !== undefined && { timeZone }),
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
}

function createClock(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    ...(timeZone !== undefined && { timeZone }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

function onDemand<Value>(create: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: create() }
    return made.value
  }
}

/** To ask for a day costs a microsecond; no zone begins one inside of a quarter of an hour. */
export const QUARTER_MS: number = 15 * 60 * 1000

function formatDay(format: Intl.DateTimeFormat, time: number): string {
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]))
  return `${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
}

/** A year of more than four digits has a sign in ISO's form, and none in ours. */
function formatUtcDay(time: number): string {
  return new Date(time).toISOString().replace(/^\+0*/, '').split('T', 1)[0] ?? ''
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
