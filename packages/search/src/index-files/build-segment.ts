import type { DocumentLine } from '../sources/scan-range.ts'
import { eachTerm } from '../text/each-term.ts'
import { foldText, normalizeText } from '../text/fold-text.ts'
import { createUnitBuffer } from '../text/unit-buffer.ts'
import { encodeSegment } from './encode-segment.ts'
import type { IndexedRange } from './manifest.ts'
import type { IndexedLine } from './segment-format.ts'
import { createTermTable } from './term-table.ts'

/** A segment under construction. */
export interface SegmentBuilder {
  /** Takes the lines of the next stretch of a file; a stretch that goes on where the last one ended joins it. */
  add(range: IndexedRange, lines: readonly DocumentLine[]): void
  /** True when it is time to write it: what it holds in memory is bounded. */
  isFull(): boolean
  isEmpty(): boolean
  finish(): BuiltSegment
}

export type BuiltSegment = {
  readonly parts: readonly Buffer[]
  readonly bytes: number
  readonly newest: number
  readonly ranges: readonly IndexedRange[]
}

/** `segmentBytes` is how much of the logs it covers. */
export function createSegmentBuilder(segmentBytes: number = SEGMENT_BYTES): SegmentBuilder {
  const terms = createTermTable()
  const plain = createUnitBuffer()
  const folded = createUnitBuffer()
  const lines: IndexedLine[] = []
  const ranges: IndexedRange[] = []
  let sourceBytes = 0
  let newest = 0

  function join(range: IndexedRange): void {
    const last = ranges.at(-1)
    const isNext = last?.file === range.file && last.end === range.start
    if (isNext) ranges[ranges.length - 1] = { ...last, end: range.end }
    else ranges.push(range)
    sourceBytes += range.end - range.start
  }

  function addTexts(line: DocumentLine, number: number): void {
    for (const { fields } of line.documents)
      for (const { text } of fields) {
        const normalized = normalizeText(text)
        const foldedUnits = folded.read(foldText(normalized))
        eachTerm(plain.read(normalized), normalized.length, (start, end) =>
          terms.add(foldedUnits, start, end, number),
        )
      }
  }

  return {
    add(range, added) {
      join(range)
      for (const line of added) {
        const time = line.documents.reduce((latest, document) => Math.max(latest, document.time), 0)
        newest = Math.max(newest, time)
        addTexts(line, lines.length)
        const { offset, length } = line
        lines.push({ range: ranges.length - 1, offset, length, time, isGlued: line.documents.length > 1 })
      }
    },
    isFull: () => sourceBytes >= segmentBytes || terms.pairs() >= MAX_PAIRS,
    isEmpty: () => ranges.length === 0,
    finish() {
      const parts = encodeSegment(terms.list(), lines)
      const bytes = parts.reduce((sum, part) => sum + part.length, 0)
      return { parts, bytes, newest, ranges }
    },
  }
}

const SEGMENT_BYTES = 16 << 20
const MAX_PAIRS = 6_000_000
