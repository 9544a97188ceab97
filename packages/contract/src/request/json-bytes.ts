import { walkJson } from './json-walk.ts'

/** True when the value's JSON text is longer than the limit in UTF-8; counts exactly only near the limit. */
export function exceedsJsonBytes(value: unknown, limit: number): boolean {
  const least = measure(value, text => text.length + 2)
  if (least > limit) return true
  return least * MAXIMUM_BYTES_PER_CHARACTER > limit && jsonBytes(value) > limit
}

/** How many bytes `JSON.stringify(value)` has in UTF-8. */
export function jsonBytes(value: unknown): number {
  return measure(value, jsonStringBytes)
}

// A control character or half a surrogate pair is written as six characters, `\u001f`.
const MAXIMUM_BYTES_PER_CHARACTER = 6

function measure(value: unknown, textBytes: (text: string) => number): number {
  let bytes = 0
  walkJson(value, {
    text: text => {
      bytes += textBytes(text)
    },
    other: characters => {
      bytes += characters
    },
  })
  return bytes
}

const NEEDS_MORE_THAN_ONE_BYTE = /[^ !#-[\]-~]/

function jsonStringBytes(text: string): number {
  if (!NEEDS_MORE_THAN_ONE_BYTE.test(text)) return text.length + 2
  let bytes = 2
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x20) bytes += SHORT_ESCAPES.includes(code) ? 2 : 6
    else if (code === 0x22 || code === 0x5c) bytes += 2
    else if (code < 0x80) bytes += 1
    else if (code < 0x800) bytes += 2
    else if (code < 0xd800 || code > 0xdfff) bytes += 3
    else if (isPairAt(text, index)) {
      bytes += 4
      index += 1
    } else bytes += 6
  }
  return bytes
}

const SHORT_ESCAPES = [0x08, 0x09, 0x0a, 0x0c, 0x0d]

function isPairAt(text: string, index: number): boolean {
  const low = text.charCodeAt(index + 1)
  return text.charCodeAt(index) < 0xdc00 && low >= 0xdc00 && low <= 0xdfff
}
