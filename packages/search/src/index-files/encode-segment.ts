import { crc32 } from 'node:zlib'
import { createByteWriter } from './byte-writer.ts'
import {
  BLOCK_BYTES,
  GLUED,
  type IndexedLine,
  LINE_BYTES,
  MARK,
  type SegmentFooter,
  type StoredBlock,
  TRAILER_BYTES,
} from './segment-format.ts'
import type { TermLines } from './term-table.ts'

/** The bytes of a segment file. */
export function encodeSegment(terms: readonly TermLines[], lines: readonly IndexedLine[]): readonly Buffer[] {
  const parts: Buffer[] = []
  let offset = 0
  const add = (part: Buffer): number => {
    parts.push(part)
    offset += part.length
    return offset - part.length
  }
  const blocks: StoredBlock[] = []
  for (const { first, bytes } of encodeBlocks(terms)) {
    blocks.push([first, add(bytes), bytes.length, crc32(bytes)])
  }
  const table = encodeLineTable(lines)
  const footer: SegmentFooter = {
    lines: { offset: add(table), length: table.length, checksum: crc32(table) },
    lineCount: lines.length,
    blocks,
  }
  const text = Buffer.from(JSON.stringify(footer))
  const trailer = Buffer.alloc(TRAILER_BYTES)
  trailer.writeDoubleLE(add(text), 0)
  trailer.writeUInt32LE(text.length, 8)
  trailer.writeUInt32LE(crc32(text), 12)
  trailer.write(MARK, 16, 'latin1')
  add(trailer)
  return parts
}

function encodeLineTable(lines: readonly IndexedLine[]): Buffer {
  const table = Buffer.alloc(lines.length * LINE_BYTES)
  lines.forEach(({ range, offset, length, time, isGlued }, index) => {
    const at = index * LINE_BYTES
    table.writeUInt32LE(isGlued ? range + GLUED : range, at)
    table.writeUInt32LE(length, at + 4)
    table.writeDoubleLE(offset, at + 8)
    table.writeDoubleLE(time, at + 16)
  })
  return table
}

function* encodeBlocks(
  terms: readonly TermLines[],
): Generator<{ readonly first: string; readonly bytes: Buffer }> {
  const writer = createByteWriter()
  let first = ''
  let previous = ''
  for (const { term, lines } of terms) {
    if (writer.length() === 0) {
      first = term
      previous = ''
    }
    writer.term(previous, term)
    writer.deltas(lines)
    previous = term
    if (writer.length() >= BLOCK_BYTES) yield { first, bytes: writer.take() }
  }
  if (writer.length() > 0) yield { first, bytes: writer.take() }
}
