import { ANYWHERE, CAPITAL, CLASSES, classOf, LETTER, SEPARATOR } from './character-class.ts'
import { MAX_PARTED_UNITS, MAX_TERM_UNITS } from './word-runs.ts'

/** Takes one stretch of a text. */
export type TakeTerm = (start: number, end: number) => void

/**
 * Every stretch under which a normalised text is found: the beginning of each word and of each part of it
 * (`parseHTMLText`: parse, HTML, Text), and each pair of signs of a script without blanks.
 */
export function eachTerm(units: Uint16Array, length: number, take: TakeTerm): void {
  for (let start = 0; start < length; ) {
    const kind = classAt(units, start)
    if (kind === SEPARATOR) start++
    else if (kind === ANYWHERE) {
      const hasNext = start + 1 < length && classAt(units, start + 1) === ANYWHERE
      take(start, hasNext ? start + 2 : start + 1)
      start++
    } else start = takeWord(units, start, length, take)
  }
}

/** The parts of the word at hand; one word is done before the next begins. */
const parts = new Int32Array(MAX_PARTED_UNITS)

/** Once over the word: its end and its parts. */
function takeWord(units: Uint16Array, start: number, length: number, take: TakeTerm): number {
  let end = start + 1
  let before = classAt(units, start)
  let count = 0
  for (; end < length; end++) {
    const kind = classAt(units, end)
    if (kind !== LETTER && kind !== CAPITAL) break
    if (kind === CAPITAL && end - start < MAX_PARTED_UNITS) {
      const isBeforeLetter = end + 1 < length && classAt(units, end + 1) === LETTER
      if (before !== CAPITAL || isBeforeLetter) parts[count++] = end
    }
    before = kind
  }
  take(start, Math.min(end, start + MAX_TERM_UNITS))
  if (end - start <= MAX_PARTED_UNITS)
    for (let part = 0; part < count; part++) {
      const at = parts[part] ?? end
      take(at, Math.min(end, at + MAX_TERM_UNITS))
    }
  return end
}

function classAt(units: Uint16Array, at: number): number {
  const unit = units[at] ?? 0
  const known = CLASSES[unit] ?? SEPARATOR
  return known > ANYWHERE ? classOf(unit) : known
}
