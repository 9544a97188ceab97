/** A log as if it had been written lately: every time in it moved by the same whole days; `newest` is the last. */
export function shiftTimes(text: string, now: number): { readonly text: string; readonly newest: Date } {
  const days = Math.floor((now - Date.parse(LAST_BUNDLED)) / DAY_MS)
  let newest = 0
  const shifted = text.replace(TIME, time => {
    const moved = new Date(Date.parse(time) + days * DAY_MS)
    newest = Math.max(newest, moved.getTime())
    return moved.toISOString()
  })
  return { text: shifted, newest: new Date(newest) }
}

/** When the newest of the bundled sessions ended. */
const LAST_BUNDLED = '2026-11-14T08:12:00.000Z'
const DAY_MS = 24 * 60 * 60 * 1000
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
