import type { ByteText } from './byte-text.ts'
import { redecodeStrings, redecodeUtf8 } from './redecode-utf8.ts'

export type ByteRange = { readonly bytes: Uint8Array; readonly start: number; readonly end: number }

/**
 * The JSON value of a stretch of bytes, with `suffix` behind it, as `JSON.parse` of its UTF-8 text gives it, but
 * parsed as latin1: that is several times faster where text is not ASCII. Undefined if it is no JSON.
 */
export function parseBytes(text: ByteText, range: ByteRange, suffix = ''): unknown {
  const { bytes, start, end } = range
  const latin1 = text.decodeLatin1(bytes, start, end)
  if (text.isAscii(bytes, start, end)) return tryParse(latin1 + suffix)
  // In latin1, é from an escape looks like the byte E9: such a line has to be read as what it is.
  if (latin1.includes('\\u') && HIGH_ESCAPE.test(latin1))
    return tryParse(text.decodeUtf8(bytes, start, end) + suffix)
  const value = tryParse(latin1 + suffix)
  if (typeof value === 'string') return redecodeUtf8(value)
  if (typeof value === 'object' && value !== null) redecodeStrings(value)
  return value
}

const HIGH_ESCAPE = /\\u(?!00[0-7])/

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
