import type { LimitNotice } from '../protocol/home-protocol.ts'

/**
 * What a stored error says of a subscription's limits; null where it says something else. Claude Code wrote
 * `Claude AI usage limit reached|1755806400`, then `5-hour limit reached ∙ resets 3pm` and
 * `You've hit your weekly limit · resets Oct 9, 5pm (Europe/Berlin)`.
 */
export function readLimitWords(words: string, at: string): LimitNotice | null {
  if (!LIMIT.test(words) || !/limit/i.test(words)) return null
  const window = /week|7.day/i.test(words) ? 'weekly' : 'five-hour'
  return { window, at, words: words.slice(0, MAX_UNITS), resetsAt: readReset(words, at) }
}

/** The notices that still hold, the newest of each window. */
export function keepCurrentLimits(notices: readonly LimitNotice[], now: number): readonly LimitNotice[] {
  const newest = new Map<LimitNotice['window'], LimitNotice>()
  for (const notice of notices) {
    const known = newest.get(notice.window)
    if (!known || known.at < notice.at) newest.set(notice.window, notice)
  }
  return [...newest.values()].filter(({ window, at, resetsAt }) => {
    const end = resetsAt === null ? Date.parse(at) + LENGTHS[window] : Date.parse(resetsAt)
    return end > now
  })
}

const LIMIT = /limit reached|(?:hit|reached) your/i
const MAX_UNITS = 200
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const LENGTHS: Readonly<Record<LimitNotice['window'], number>> = {
  'five-hour': 5 * HOUR_MS,
  weekly: 7 * DAY_MS,
}

const EPOCH = /\|(\d{10})\b/
const CLOCK =
  /resets?\s+(?:at\s+)?(?:(?<month>[A-Z][a-z]{2})\w*\s+(?<date>\d{1,2}),?\s+(?:at\s+)?)?(?<hour>\d{1,2})(?::(?<minute>\d{2}))?\s*(?<half>[ap]m)?(?:\s*\((?<zone>[\w/+-]+)\))?/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function readReset(words: string, at: string): string | null {
  const epoch = EPOCH.exec(words)?.[1]
  if (epoch !== undefined) return new Date(Number(epoch) * 1000).toISOString()
  const clock = CLOCK.exec(words)?.groups
  const said = Date.parse(at)
  if (!clock || Number.isNaN(said)) return null
  const half = clock.half?.toLowerCase()
  const hour = (Number(clock.hour) % (half ? 12 : 24)) + (half === 'pm' ? 12 : 0)
  const minutes = hour * 60 + Number(clock.minute ?? 0)
  const day =
    clock.month === undefined
      ? null
      : { month: MONTHS.indexOf(clock.month.toLowerCase()) + 1, date: Number(clock.date) }
  // No clock ever shows it.
  if (minutes >= 24 * 60 || Number(clock.minute ?? 0) > 59) return null
  if (day && (day.month === 0 || day.date < 1 || day.date > 31)) return null
  return findNext({ said, minutes, day, zone: clock.zone })
}

type Wanted = {
  readonly said: number
  readonly minutes: number
  readonly day: { readonly month: number; readonly date: number } | null
  readonly zone: string | undefined
}

/** The first time behind `said` at which the clock of the zone shows it; by quarters of an hour, as zones are. */
function findNext({ said, minutes, day, zone }: Wanted): string | null {
  const read = createClock(zone)
  if (!read) return null
  const step = 15 * 60 * 1000
  const start = Math.ceil(said / step) * step
  const end = start + (day === null ? 2 * DAY_MS : 32 * DAY_MS)
  for (let time = start; time < end; time += step) {
    const shown = read(time)
    const isDay = day === null || (shown.month === day.month && shown.date === day.date)
    if (isDay && minutes >= shown.minutes && minutes < shown.minutes + 15)
      return new Date(time + (minutes - shown.minutes) * 60_000).toISOString()
  }
  return null
}

type Shown = { readonly month: number; readonly date: number; readonly minutes: number }

function createClock(timeZone: string | undefined): ((time: number) => Shown) | null {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      ...(timeZone !== undefined && { timeZone }),
      ...{ month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', hourCycle: 'h23' },
    })
    return time => {
      const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
      const read = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
      return { month: read('month'), date: read('day'), minutes: read('hour') * 60 + read('minute') }
    }
  } catch {
    return null
  }
}
