/** What a character is to a search: nothing, part of a word, a word's capital, or a sign that may begin a match anywhere. */
export const SEPARATOR = 0
export const LETTER = 1
export const CAPITAL = 2
export const ANYWHERE = 3

/** The classes of all UTF-16 units; above `ANYWHERE` where nobody asked yet. */
const CLASSES: Uint8Array = new Uint8Array(0x10000).fill(255)

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

/** Marks a byte of a character beyond ASCII. */
export const BEYOND = 4

/** The class of each byte of UTF-8: that of its character where it is ASCII, else `BEYOND`. Bits, so that a word's can be joined. */
export const BYTE_CLASSES: Uint8Array = new Uint8Array(256).map((_, byte) =>
  byte < 0x80 ? classOf(byte) : BEYOND,
)

/** True if every character beyond ASCII of a stretch of UTF-8 only parts words, alone and beside any other. */
export function hasOnlySeparators(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; ) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) {
      at++
      continue
    }
    // Beyond the first plane there are signs alone.
    if (byte >= 0xf0) return false
    const second = (bytes[at + 1] ?? 0) & 0x3f
    const unit =
      byte < 0xe0
        ? ((byte & 0x1f) << 6) | second
        : ((byte & 0xf) << 12) | (second << 6) | ((bytes[at + 2] ?? 0) & 0x3f)
    if (!isPlainSeparator(unit)) return false
    at += byte < 0xe0 ? 2 : 3
  }
  return true
}

const UNKNOWN = 0
const PLAIN = 1
const OTHER = 2
const known = new Uint8Array(0x10000).fill(UNKNOWN)

/** True for a separator that composition leaves as it is. */
function isPlainSeparator(unit: number): boolean {
  if (known[unit] === UNKNOWN) {
    const character = String.fromCharCode(unit)
    const isPlain = classOf(unit) === SEPARATOR && character.normalize('NFC') === character
    known[unit] = isPlain ? PLAIN : OTHER
  }
  return known[unit] === PLAIN
}
