/**
 * `JSON.stringify` for a wire whose reader may be any program: one line for readers that break at Unicode
 * line ends, and no half surrogate pair, which strict decoders refuse. Throws where `JSON.stringify` does.
 */
export function toJsonText(value: unknown): string {
  const text = JSON.stringify(value).replace(LINE_ENDS, escapeCharacter)
  return HALF_PAIR.test(text) ? text.replace(ESCAPES, replaceHalfPair) : text
}

/** The bytes that one code point takes inside a string of `toJsonText`. */
export function jsonBytesOfCodePoint(codePoint: number): number {
  if (codePoint === 0x22 || codePoint === 0x5c) return 2
  if (codePoint < 0x20) return codePoint === 0x0b || codePoint < 0x08 || codePoint > 0x0d ? 6 : 2
  if (codePoint < 0x80) return 1
  if (codePoint === 0x85 || codePoint === 0x2028 || codePoint === 0x2029) return 6
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}

/** The bytes that a string takes in `toJsonText`, with its quotes. */
export function jsonBytesOfString(text: string): number {
  let bytes = 2
  for (let index = 0; index < text.length; index++) {
    const codePoint = text.codePointAt(index) ?? 0
    if (codePoint > 0xffff) index++
    bytes += jsonBytesOfCodePoint(codePoint)
  }
  return bytes
}

const LINE_ENDS = /[\u0085\u2028\u2029]/g
// JSON.stringify writes half a pair as an escape, in lower case, and writes whole pairs as they are.
const HALF_PAIR = /\\ud[89a-f]/
// Matching every escape keeps the second backslash of `\\` from being taken for the start of one.
const ESCAPES = /\\(?:ud[89a-f][0-9a-f]{2}|.)/g

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function replaceHalfPair(escaped: string): string {
  return escaped.length === 6 ? '\ufffd' : escaped
}

/** Deeper than any real message, and shallow enough for every recursion, `JSON.stringify`'s too. */
const MAX_DEPTH = 500

/** A copy of a JSON value in which what lies deeper than so many levels is a note. */
export function limitDepth(value: unknown, levels: number = MAX_DEPTH): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return '… [nested too deep, cut]'
  if (Array.isArray(value)) return value.map(item => limitDepth(item ?? null, levels - 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key, limitDepth(item, levels - 1)]),
  )
}
