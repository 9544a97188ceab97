import type { LineFile } from '../document/read-document.ts'
import { type LineTexts, readTexts } from '../document/read-texts.ts'
import { type ReadBatch, splitLines } from '../read-lines.ts'
import { createTermReader } from '../text/create-term-reader.ts'
import type { LineBlock, SignedBlock } from './encode-segment.ts'
import { encodeSegment } from './encode-segment.ts'
import type { IndexedRange } from './manifest.ts'

/** A segment under construction. */
export interface SegmentBuilder {
  /** Takes the next lines of the file with this number; what goes on where the last ended joins it. */
  add(file: number, batch: ReadBatch, lineFile: LineFile): void
  /** True when it is time to write it: what it holds in memory is bounded. */
  isFull(): boolean
  finish(): BuiltSegment
}

export type BuiltSegment = ReturnType<typeof encodeSegment> & {
  readonly newest: number
  readonly ranges: readonly IndexedRange[]
}

/** `segmentBytes` is how much of the logs it covers. */
export function createSegmentBuilder(segmentBytes: number): SegmentBuilder {
  const reader = createTermReader()
  const blocks: SignedBlock[] = []
  const ranges: IndexedRange[] = []
  let open: { -readonly [Key in keyof LineBlock]: LineBlock[Key] } | undefined
  let sourceBytes = 0
  // Of the open block.
  let textLength = 0

  function join(file: number, { offset, bytes, passed }: ReadBatch): void {
    const range = { file, start: offset - passed, end: offset + bytes.length }
    const last = ranges.at(-1)
    if (last?.file === file && last.end === range.start)
      ranges[ranges.length - 1] = { ...last, end: range.end }
    else {
      close()
      ranges.push(range)
    }
    sourceBytes += bytes.length
  }

  /** Makes the line part of the last block, or of a new one where it would become too long. */
  function place(offset: number, end: number, { newest, oldest }: LineTexts): void {
    if (open && end - open.offset <= BLOCK_BYTES && textLength <= BLOCK_TEXT) {
      open.length = end - open.offset
      open.newest = Math.max(open.newest, newest)
      open.oldest = Math.min(open.oldest, oldest)
      return
    }
    close()
    open = { range: ranges.length - 1, offset, length: end - offset, newest, oldest }
  }

  function close(): void {
    if (open) blocks.push({ ...open, signature: reader.takeSignature() })
    open = undefined
    textLength = 0
  }

  return {
    add(file, batch, lineFile) {
      join(file, batch)
      for (const { bytes, offset } of splitLines(batch)) {
        const said = readTexts(bytes, lineFile)
        if (!said) continue
        place(offset, offset + bytes.length, said)
        for (const text of said.texts) {
          textLength += text.length
          said.isBytes ? reader.readBytes(text) : reader.readText(text)
        }
      }
    },
    isFull: () => sourceBytes >= segmentBytes || blocks.length >= MAX_BLOCKS,
    finish() {
      close()
      const newest = blocks.reduce((latest, block) => Math.max(latest, block.newest), 0)
      return { ...encodeSegment(blocks), newest, ranges }
    },
  }
}

// What is read again to see whether a line of it matches: longer makes the index smaller and searches slower.
const BLOCK_BYTES = 128 << 10
// With more text than that a signature would be too full.
const BLOCK_TEXT = 28 << 10
// Each takes four kilobytes of memory until the segment is written.
const MAX_BLOCKS = 1 << 13
