/** How long ago a time was, in one unit: `now`, `5m`, `3h`, `2d`, `6w`, `14mo`, `3y`. */
export function formatAge(time: number, now: number): string {
  const seconds = (now - time) / 1000
  const unit = UNITS.find(({ upTo }) => seconds < upTo)
  return unit === undefined || unit.size === 0 ? 'now' : `${Math.floor(seconds / unit.size)}${unit.name}`
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30.44 * DAY
const YEAR = 365.25 * DAY

const UNITS: readonly { readonly upTo: number; readonly size: number; readonly name: string }[] = [
  // What the clock says is still to come was written by another clock.
  { upTo: MINUTE, size: 0, name: '' },
  { upTo: HOUR, size: MINUTE, name: 'm' },
  { upTo: DAY, size: HOUR, name: 'h' },
  { upTo: 14 * DAY, size: DAY, name: 'd' },
  { upTo: 10 * 7 * DAY, size: 7 * DAY, name: 'w' },
  { upTo: 2 * YEAR, size: MONTH, name: 'mo' },
  { upTo: Number.POSITIVE_INFINITY, size: YEAR, name: 'y' },
]
