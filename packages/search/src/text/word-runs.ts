import { ANYWHERE, CAPITAL, classOf, LETTER } from './character-class.ts'

/** Parts of longer runs are not found: they are keys and encoded bytes, and would fill the index. */
export const MAX_PARTED_UNITS = 64

/** How much of a word the index knows. */
export const MAX_TERM_UNITS = 12

/** True where a word, or a part of one, begins. */
export function isWordStart(text: string, at: number): boolean {
  if (!isWordUnit(text, at)) return false
  if (!isWordUnit(text, at - 1)) return true
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

/** Inside a run that ends at `end`: a capital behind a small letter or digit, or the last of several before a small one. */
function isPartStart(text: string, at: number, end: number): boolean {
  if (classOf(text.charCodeAt(at)) !== CAPITAL) return false
  if (classOf(text.charCodeAt(at - 1)) !== CAPITAL) return true
  return at + 1 < end && classOf(text.charCodeAt(at + 1)) === LETTER
}

function isWordUnit(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false
  const kind = classOf(text.charCodeAt(at))
  return kind === LETTER || kind === CAPITAL
}
