/** A date or an age as milliseconds of the epoch: `2026-11`, `2026-11-15`, `2026-11-15T08:00`, `36h`, `7d`, `2w`; days are those of UTC. */
export function parseDate(text: string, now: number): number | undefined {
  const age = AGE.exec(text)
  const size = UNITS.get(age?.[2] ?? '')
  if (age && size !== undefined) return now - Number(age[1]) * size
  if (!DATE.test(text)) return undefined
  const time = Date.parse(HAS_TIME.test(text) && !HAS_ZONE.test(text) ? `${text}Z` : text)
  return Number.isNaN(time) ? undefined : time
}

const AGE = /^(\d{1,6})(m|h|d|w|mo|y)$/
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?)?)?$/i
const HAS_TIME = /T/i
const HAS_ZONE = /Z$|[+-]\d{2}:\d{2}$/i

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS: ReadonlyMap<string, number> = new Map([
  ['m', MINUTE],
  ['h', HOUR],
  ['d', DAY],
  ['w', 7 * DAY],
  ['mo', 30 * DAY],
  ['y', 365 * DAY],
])
