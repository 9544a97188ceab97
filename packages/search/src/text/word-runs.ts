import { ANYWHERE, CAPITAL, classOf, LETTER, SEPARATOR } from './character-class.ts'

/** Parts of longer runs are not found: they are keys and encoded bytes, and would fill the index. */
export const MAX_PARTED_UNITS = 64

/** How much of a word the index knows. */
export const MAX_TERM_UNITS = 9

/** True where a word, or a part of one, begins. */
export function isWordStart(text: string, at: number): boolean {
  if (!isWordUnit(text, at)) return false
  if (!isWordUnit(text, at - 1)) return true
  if (classOf(text.charCodeAt(at)) !== CAPITAL) return false
  let start = at
  while (at - start <= MAX_PARTED_UNITS && isWordUnit(text, start - 1)) start--
  let end = at + 1
  while (end - start <= MAX_PARTED_UNITS && isWordUnit(text, end)) end++
  return end - start <= MAX_PARTED_UNITS && isPartStart(text, at, end)
}

export function endOfWord(text: string, start: number): number {
  let end = start + 1
  while (isWordUnit(text, end)) end++
  return end
}

export function endOfSigns(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && classOf(text.charCodeAt(end)) === ANYWHERE) end++
  return end
}

/** Of a capital inside a run that ends at `end`: behind a small letter or digit, or the last of several before a small one. */
function isPartStart(text: string, at: number, end: number): boolean {
  if (classOf(text.charCodeAt(at - 1)) !== CAPITAL) return true
  return at + 1 < end && classOf(text.charCodeAt(at + 1)) === LETTER
}

function isWordUnit(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false
  const kind = classOf(text.charCodeAt(at))
  return kind === LETTER || kind === CAPITAL
}

/**
 * Every stretch under which a normalised text is found: the beginning of each word and of each part of it
 * (`parseHTMLText`: parse, HTML, Text), and each pair of signs of a script without blanks.
 */
export function eachTerm(text: string, take: (start: number, end: number) => void): void {
  for (let at = 0; at < text.length; at++) {
    const kind = classOf(text.charCodeAt(at))
    if (kind === ANYWHERE) {
      const hasNext = at + 1 < text.length && classOf(text.charCodeAt(at + 1)) === ANYWHERE
      take(at, hasNext ? at + 2 : at + 1)
    } else if (kind !== SEPARATOR && isWordStart(text, at))
      take(at, Math.min(endOfWord(text, at), at + MAX_TERM_UNITS))
  }
}
