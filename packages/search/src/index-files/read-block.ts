import { WIDE } from './byte-writer.ts'

export type BlockQuery = { readonly text: string; readonly isPrefix: boolean }

/** Calls `take` with every line of every term of the block that the query means; false where later blocks may hold more. */
export function readBlock(
  bytes: Buffer,
  { text, isPrefix }: BlockQuery,
  take: (line: number) => void,
): boolean {
  let at = 0
  let term = ''
  while (at < bytes.length) {
    const header = bytes[at++] ?? 0
    const units = bytes[at++] ?? 0
    const isWide = (header & WIDE) !== 0
    const end = at + (isWide ? units * 2 : units)
    term = term.slice(0, header & ~WIDE) + bytes.toString(isWide ? 'utf16le' : 'latin1', at, end)
    at = end
    const isMeant = isPrefix ? term.startsWith(text) : term === text
    if (!isMeant && term > text) return true
    at = isMeant ? readLines(bytes, at, take) : skipLines(bytes, at)
  }
  return false
}

function readLines(bytes: Buffer, start: number, take: (line: number) => void): number {
  let at = start
  let line = 0
  const count = varint()
  for (let index = 0; index < count; index++) {
    line += varint()
    take(line)
  }
  return at

  function varint(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }
}

function skipLines(bytes: Buffer, start: number): number {
  let at = start
  let count = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0
    count |= (byte & 0x7f) << shift
    if (byte < 0x80) break
  }
  while (count > 0 && at < bytes.length) if ((bytes[at++] ?? 0) < 0x80) count--
  return at
}
