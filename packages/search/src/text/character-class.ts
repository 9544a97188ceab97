/** What a character is to a search: nothing, part of a word, a word's capital, or a sign that may begin a match anywhere. */
export const SEPARATOR = 0
export const LETTER = 1
export const CAPITAL = 2
export const ANYWHERE = 3

/** The classes of all UTF-16 units, for loops that cannot afford a call; above `ANYWHERE` where `classOf` was not asked yet. */
export const CLASSES: Uint8Array = new Uint8Array(0x10000).fill(255)

/** The class of a UTF-16 unit. Half of a pair counts as `ANYWHERE`: rare scripts and emoji are found like CJK. */
export function classOf(unit: number): number {
  const known = CLASSES[unit]
  if (known !== undefined && known <= ANYWHERE) return known
  const found = classify(unit)
  CLASSES[unit] = found
  return found
}

// Scripts that are written without blanks between words, and Hangul, whose endings are glued to the word.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u
const WORD = /[\p{L}\p{N}\p{M}]/u

function classify(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return ANYWHERE
  const character = String.fromCharCode(unit)
  if (UNSPACED.test(character)) return ANYWHERE
  if (!WORD.test(character)) return SEPARATOR
  return character.toLowerCase() === character ? LETTER : CAPITAL
}
