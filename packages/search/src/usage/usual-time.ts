/** Reads times that are written as usual, `2026-11-15T10:00:00.000Z`; not a number for every other text. */
export type UsualTime = (at: string) => number

/** Answers follow each other closely: most share their day with the one before. */
export function createUsualTime(): UsualTime {
  let day = ''
  let start = Number.NaN
  return at => {
    if (at.length !== LENGTH || at.charCodeAt(19) !== POINT || at.charCodeAt(23) !== ZULU) return Number.NaN
    if (at.charCodeAt(13) !== COLON || at.charCodeAt(16) !== COLON) return Number.NaN
    const hours = twoDigits(at, 11)
    const minutes = twoDigits(at, 14)
    const seconds = twoDigits(at, 17)
    const milliseconds = digit(at, 20) * 100 + twoDigits(at, 21)
    if (!at.startsWith(day) || day === '') {
      day = at.slice(0, 11)
      start = readDay(day)
    }
    const isTime = hours < 24 && minutes < 60 && seconds < 60
    return isTime ? start + ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds : Number.NaN
  }
}

const LENGTH = '2026-11-15T10:00:00.000Z'.length
const POINT = '.'.charCodeAt(0)
const COLON = ':'.charCodeAt(0)
const ZULU = 'Z'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)

/** Not a number for what is no digit. */
function digit(text: string, index: number): number {
  const value = text.charCodeAt(index) - ZERO
  return value >= 0 && value <= 9 ? value : Number.NaN
}

function twoDigits(text: string, index: number): number {
  return digit(text, index) * 10 + digit(text, index + 1)
}

function readDay(day: string): number {
  const usual = `${day}00:00:00.000Z`
  const time = Date.parse(usual)
  return time >= 0 && new Date(time).toISOString() === usual ? time : Number.NaN
}
