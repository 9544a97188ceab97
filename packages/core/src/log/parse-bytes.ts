import type { ByteText } from './byte-text.ts'

export type ByteRange = { readonly bytes: Uint8Array; readonly start: number; readonly end: number }

export type JsonRange = ByteRange & {
  /** The stretch as latin1: for ASCII the same text as UTF-8, and made many times faster. */
  readonly latin1: string
  /** ASCII that stands in place of what follows the stretch. */
  readonly suffix?: string | undefined
}

/** The JSON value of a stretch of bytes, as `JSON.parse` of its UTF-8 text gives it; undefined if it is no JSON. */
export function parseBytes(text: ByteText, { bytes, start, end, latin1, suffix }: JsonRange): unknown {
  const isAscii = latin1.length < SHORT ? !NON_ASCII.test(latin1) : text.isAscii(bytes, start, end)
  const json = isAscii ? latin1 : text.decodeUtf8(bytes, start, end)
  try {
    return JSON.parse(suffix === undefined ? json : json + suffix)
  } catch {
    return undefined
  }
}

// Below this length a call to the host costs more than the search.
const SHORT = 1024
const NON_ASCII = /[\x80-\xff]/
