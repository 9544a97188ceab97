import { hash } from 'node:crypto'
import type { Lines } from '@antiphon/transcript'
import type { LineMark, LogMessage } from './log-mark.ts'

/** Lines that were appended together, as the messages that they become: several where one would be too large. */
export type FramePiece = { readonly payload: Buffer; readonly isLast: boolean }

/**
 * What one message takes is one message, with the lengths of its lines before them where there are several. What is larger
 * becomes parts of bytes and a last message of lengths, without which the parts are nothing.
 */
export function toPieces({ bytes, lengths }: Lines, maxBytes: number): readonly FramePiece[] {
  const table = toTable(lengths)
  if (bytes.length + table.length <= SMALL_BYTES)
    return [{ payload: table.length === 0 ? bytes : Buffer.concat([table, bytes]), isLast: true }]
  const step = maxBytes - HEADER_BYTES
  const pieces: FramePiece[] = []
  for (const all of [bytes, ...(table.length > step ? [table] : [])])
    for (let from = 0; from < all.length; from += step)
      pieces.push({ payload: all.subarray(from, Math.min(all.length, from + step)), isLast: false })
  return [...pieces, { payload: table.length > step ? Buffer.alloc(0) : table, isLast: true }]
}

// The head of a log is read for lists and tails: it shall not be a megabyte.
const SMALL_BYTES = 65_536
/** More than any mark of ours takes. */
const HEADER_BYTES = 8192

/** One line is as long as the message. */
function toTable(lengths: readonly number[]): Buffer {
  if (lengths.length === 1) return Buffer.alloc(0)
  const table = Buffer.alloc(lengths.length * LENGTH_BYTES)
  for (const [index, length] of lengths.entries()) table.writeUInt32BE(length, index * LENGTH_BYTES)
  return table
}

const LENGTH_BYTES = 4

/** The lines of messages that belong together, the last of which has their mark. */
export function readFrame(parts: readonly Uint8Array[], { head, payload }: LogMessage): readonly Buffer[] {
  const { count, size } = head
  if (count === 0) return []
  const all = parts.length === 0 ? toBuffer(payload) : Buffer.concat([...parts, payload])
  const tableBytes = count === 1 ? 0 : count * LENGTH_BYTES
  // One message has its table first, and one of parts has it last.
  const [table, bytes] =
    parts.length === 0
      ? [all.subarray(0, tableBytes), all.subarray(tableBytes)]
      : [all.subarray(size), all.subarray(0, size)]
  if (table.length < tableBytes || bytes.length !== size) return []
  if (count === 1) return [bytes]
  let from = 0
  return Array.from({ length: count }, (_, index) => {
    const start = from
    from += table.readUInt32BE(index * LENGTH_BYTES)
    return bytes.subarray(start, from)
  })
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** What a head says of the last of some lines; null for none. */
export function markLastLine({ bytes, lengths }: Lines): LineMark | null {
  const length = lengths.at(-1)
  if (length === undefined) return null
  const line = bytes.subarray(bytes.length - length)
  return { length, digest: hash('sha256', line, 'hex') }
}
