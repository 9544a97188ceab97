/** True for standard base64 in one piece: padded, no line breaks, no `data:` prefix, at least one byte. */
export function isBase64(text: string): boolean {
  if (text.length === 0 || text.length % 4 !== 0) return false
  const end = text.search(OUTSIDE_ALPHABET)
  if (end === -1) return true
  const padding = text.length - end
  return padding <= 2 && text.endsWith('=='.slice(0, padding))
}

/** How many bytes the base64 text stands for. */
export function base64ByteLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((text.length * 3) / 4) - padding)
}

/** One byte of what the base64 text stands for, decoded alone; -1 behind its end or where it is no base64. */
export function base64Byte(text: string, index: number): number {
  const position = Math.floor(index / 3) * 4 + (index % 3)
  const left = sextet(text, position)
  const right = sextet(text, position + 1)
  if (left === -1 || right === -1) return -1
  switch (index % 3) {
    case 0:
      return (left << 2) | (right >> 4)
    case 1:
      return ((left & 15) << 4) | (right >> 2)
    default:
      return ((left & 3) << 6) | right
  }
}

/** The bytes from `start` to `end` as one character each, cut short where the text is no base64. */
export function base64Latin1(text: string, start: number, end: number): string {
  const parts: string[] = []
  let codes: number[] = []
  for (let index = Math.max(0, start); index < end; index++) {
    const byte = base64Byte(text, index)
    if (byte === -1) break
    codes.push(byte)
    if (codes.length === 4096) {
      parts.push(String.fromCharCode(...codes))
      codes = []
    }
  }
  parts.push(String.fromCharCode(...codes))
  return parts.join('')
}

// A search for the first wrong character cannot backtrack, however long the text is.
const OUTSIDE_ALPHABET = /[^A-Za-z0-9+/]/

function sextet(text: string, position: number): number {
  const code = text.charCodeAt(position)
  if (code >= 65 && code <= 90) return code - 65
  if (code >= 97 && code <= 122) return code - 71
  if (code >= 48 && code <= 57) return code + 4
  if (code === 43) return 62
  return code === 47 ? 63 : -1
}

/** All bytes that a base64 text stands for. */
export function base64Bytes(text: string): Uint8Array {
  return Uint8Array.from({ length: base64ByteLength(text) }, (_, index) => base64Byte(text, index))
}
