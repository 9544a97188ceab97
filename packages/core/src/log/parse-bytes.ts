import type { ByteText } from './byte-text.ts'
import { redecodeStrings, redecodeUtf8 } from './redecode-utf8.ts'

export type ByteRange = { readonly bytes: Uint8Array; readonly start: number; readonly end: number }

/** The JSON value of a stretch of bytes, as `JSON.parse` of its UTF-8 text gives it; undefined if it is no JSON. */
export function parseBytes(text: ByteText, range: ByteRange): unknown {
  return parseLatin1(text, range, text.decodeLatin1(range.bytes, range.start, range.end))
}

/**
 * The same where the stretch is at hand as latin1. Parsing that and correcting the strings is several times faster
 * than decoding UTF-8. `suffix` is ASCII without escapes that stands in place of what follows.
 */
export function parseLatin1(text: ByteText, range: ByteRange, latin1: string, suffix = ''): unknown {
  const { bytes, start, end } = range
  if (isAscii(text, range, latin1)) return tryParse(latin1 + suffix)
  // In latin1, é from an escape looks like the byte E9: such a line has to be read as what it is.
  if (latin1.includes('\\u') && HIGH_ESCAPE.test(latin1)) {
    return tryParse(text.decodeUtf8(bytes, start, end) + suffix)
  }
  const value = tryParse(latin1 + suffix)
  if (typeof value === 'string') return redecodeUtf8(value)
  if (typeof value === 'object' && value !== null) redecodeStrings(value)
  return value
}

const HIGH_ESCAPE = /\\u(?!00[0-7])/
const NON_ASCII = /[\x80-\xff]/

// Below this length a call to the host costs more than the search.
const SHORT = 4096

function isAscii(text: ByteText, { bytes, start, end }: ByteRange, latin1: string): boolean {
  return latin1.length < SHORT ? !NON_ASCII.test(latin1) : text.isAscii(bytes, start, end)
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
