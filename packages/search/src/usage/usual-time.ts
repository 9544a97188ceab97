/** Reads times that are written as usual, `2026-11-15T10:00:00.000Z`; not a number for every other text. */
export type UsualTime = (at: string) => number

/** Answers follow each other closely: most share their minute with the one before. */
export function createUsualTime(): UsualTime {
  let minute = ''
  let start = Number.NaN
  return at => {
    if (at.length !== LENGTH || at.charCodeAt(19) !== POINT || at.charCodeAt(23) !== ZULU) return Number.NaN
    const seconds = digit(at, 17) * 10 + digit(at, 18)
    const milliseconds = digit(at, 20) * 100 + digit(at, 21) * 10 + digit(at, 22)
    if (!at.startsWith(minute) || minute === '') {
      minute = at.slice(0, 17)
      start = readMinute(minute)
    }
    return seconds < 60 ? start + seconds * 1000 + milliseconds : Number.NaN
  }
}

const LENGTH = '2026-11-15T10:00:00.000Z'.length
const POINT = '.'.charCodeAt(0)
const ZULU = 'Z'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)

/** Not a number for what is no digit. */
function digit(text: string, index: number): number {
  const value = text.charCodeAt(index) - ZERO
  return value >= 0 && value <= 9 ? value : Number.NaN
}

function readMinute(minute: string): number {
  const usual = `${minute}00.000Z`
  const time = Date.parse(usual)
  return time >= 0 && new Date(time).toISOString() === usual ? time : Number.NaN
}
