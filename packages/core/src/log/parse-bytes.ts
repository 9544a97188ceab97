import type { ByteText } from './byte-text.ts'

export type ByteRange = { readonly bytes: Uint8Array; readonly start: number; readonly end: number }

/**
 * The JSON value of a stretch of bytes, as `JSON.parse` of its UTF-8 text gives it; undefined if it is no JSON.
 * `latin1` is the stretch in that encoding: for ASCII the same text, and made many times faster. `suffix` stands
 * in place of what follows the stretch.
 */
export function parseBytes(text: ByteText, range: ByteRange, latin1: string, suffix = ''): unknown {
  const { bytes, start, end } = range
  const isAscii = latin1.length < SHORT ? !NON_ASCII.test(latin1) : text.isAscii(bytes, start, end)
  const json = isAscii ? latin1 : text.decodeUtf8(bytes, start, end)
  try {
    return JSON.parse(suffix === '' ? json : json + suffix)
  } catch {
    return undefined
  }
}

// Below this length a call to the host costs more than the search.
const SHORT = 1024
const NON_ASCII = /[\x80-\xff]/
