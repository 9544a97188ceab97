/** Where a field stands in a line: the places of its key and of its value, without quotes. */
export type PlainField = {
  keyStart: number
  keyEnd: number
  start: number
  end: number
  isText: boolean
}

export function createPlainField(): PlainField {
  return { keyStart: 0, keyEnd: 0, start: 0, end: 0, isText: false }
}

/**
 * Reads one `"key":` and gives the place behind it; -1 where none stands there. Keys with anything but letters, digits
 * and underscores are none.
 */
export function readKey(bytes: Uint8Array, place: number, field: PlainField): number {
  if (bytes[place] !== QUOTE) return -1
  let end = place + 1
  while (isWord(bytes[end] ?? 0)) end++
  if (end === place + 1 || bytes[end] !== QUOTE || bytes[end + 1] !== COLON) return -1
  field.keyStart = place + 1
  field.keyEnd = end
  return end + 2
}

/**
 * Reads a value that is a text without escapes, a whole number, true, false or null, and gives the place behind it; -1
 * where none stands there. A text without escapes cannot hold a quote: it ends at the next one.
 */
export function readValue(bytes: Uint8Array, place: number, field: PlainField): number {
  field.isText = bytes[place] === QUOTE
  let end = place
  if (field.isText) {
    end = findTextEnd(bytes, place + 1)
    field.start = place + 1
    field.end = end
    return end === -1 ? -1 : end + 1
  }
  while (isWord(bytes[end] ?? 0) || bytes[end] === MINUS) end++
  field.start = place
  field.end = end
  return isNumber(bytes, place, end) || isLiteral(bytes, place, end) ? end : -1
}

/** True if the text stands there, and nothing else. */
export function isTextAt(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false
  for (let index = 0; index < text.length; index++) {
    const byte = bytes[start + index] ?? 0
    // Beyond ASCII, a byte is no character.
    if (byte !== text.charCodeAt(index) || byte > LAST_ASCII) return false
  }
  return true
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const MINUS = 0x2d
const SPACE = 0x20
const LAST_ASCII = 0x7f

function findTextEnd(bytes: Uint8Array, start: number): number {
  const { length } = bytes
  for (let end = start; end < length; end++) {
    const byte = bytes[end] ?? 0
    if (byte === QUOTE) return end
    if (byte === BACKSLASH || byte < SPACE) return -1
  }
  return -1
}

function isLiteral(bytes: Uint8Array, start: number, end: number): boolean {
  return (
    isTextAt(bytes, start, end, 'false') ||
    isTextAt(bytes, start, end, 'null') ||
    isTextAt(bytes, start, end, 'true')
  )
}

function isNumber(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] === MINUS ? start + 1 : start
  for (let place = first; place < end; place++) if (!isDigit(bytes[place] ?? 0)) return false
  return end > first
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

function isWord(byte: number): boolean {
  // In lower case; a place that is no letter does not become one.
  const letter = byte | 0x20
  return (letter >= 0x61 && letter <= 0x7a) || isDigit(byte) || byte === 0x5f
}
