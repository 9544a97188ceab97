/**
 * How bytes become text. Every runtime can do it with what stands here; a host with faster ways hands
 * them in (Node: `Buffer.prototype.latin1Slice`, `utf8Slice`, `isAscii` and `Buffer.prototype.indexOf`).
 */
export type ByteText = {
  /** One character a byte, of the same number: ISO 8859-1, and not the windows-1252 of `TextDecoder('latin1')`. */
  readonly decodeLatin1: (bytes: Uint8Array, start: number, end: number) => string
  /** UTF-8 with U+FFFD in place of what is none. */
  readonly decodeUtf8: (bytes: Uint8Array, start: number, end: number) => string
  readonly isAscii: (bytes: Uint8Array, start: number, end: number) => boolean
  /** Where `needle` begins in the stretch, or -1. */
  readonly indexOf: (bytes: Uint8Array, needle: Uint8Array, start: number, end: number) => number
}

/** What every runtime can do. */
export const PORTABLE_BYTE_TEXT: ByteText = { decodeLatin1, decodeUtf8, isAscii, indexOf }

/** Bytes as characters of the same number. JSON keeps its structure in it, so a line can be cut by byte. */
export function decodeLatin1(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= ARGUMENTS_LIMIT) return toCharacters(bytes.subarray(start, end))
  let text = ''
  for (let index = start; index < end; index += ARGUMENTS_LIMIT) {
    text += toCharacters(bytes.subarray(index, Math.min(end, index + ARGUMENTS_LIMIT)))
  }
  return text
}

// Engines bound the number of arguments of one call; all take this many.
const ARGUMENTS_LIMIT = 8192

function toCharacters(bytes: Uint8Array): string {
  return Reflect.apply(String.fromCharCode, null, bytes)
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end))
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if ((bytes[index] ?? 0) > 0x7f) return false
  return true
}

function indexOf(bytes: Uint8Array, needle: Uint8Array, start: number, end: number): number {
  const [first] = needle
  if (first === undefined) return -1
  const last = end - needle.length
  let index = bytes.indexOf(first, start)
  while (index !== -1 && index <= last) {
    let matched = 1
    while (matched < needle.length && bytes[index + matched] === needle[matched]) matched++
    if (matched === needle.length) return index
    index = bytes.indexOf(first, index + 1)
  }
  return -1
}
