import type { SearchDocument } from '../document/read-document.ts'
import { type LineFile, readLine } from '../document/read-document.ts'
import { type LineBatch, readAt, readFileBatches, type SourceLine, splitLines } from '../read-lines.ts'
import { isVanished } from './is-vanished.ts'
import type { SourceFile, SourceRange } from './list-sources.ts'

const HEAD_BYTES = 64 * 1024

const TIMESTAMP = /"timestamp":"(\d{4}-[^"]{1,40})"/

/** The documents of one line, and where it stands. */
type DocumentLine = {
  readonly offset: number
  readonly length: number
  readonly documents: readonly SearchDocument[]
}

/** The lines of a batch that are worth reading. */
export type ChooseLines = (batch: LineBatch) => Iterable<SourceLine>

/** The lines of a batch that say something, and where in the file the batch ends. */
type ScannedBatch = { readonly lines: readonly DocumentLine[]; readonly end: number }

type ScanOptions = {
  readonly chooseLines?: ChooseLines
  /** Leaves out what stands behind the last newline. */
  readonly hasWholeLines?: boolean
  /** Knows the bytes of some stretches. */
  readonly read?: (range: SourceRange) => Buffer | undefined
}

/** Reads a stretch, a batch at a time, so that the caller may rest in between; a file that vanishes ends it. */
export function* scanRange(
  range: SourceRange,
  { chooseLines = splitLines, hasWholeLines = false, read }: ScanOptions = {},
): Generator<ScannedBatch> {
  const { file, start, end } = range
  const lineFile = toLineFile(file)
  try {
    const known = read?.(range)
    const batches = known
      ? [{ bytes: known, offset: start }]
      : readFileBatches(file.path, { start, end, hasWholeLines })
    for (const batch of batches) {
      const lines: DocumentLine[] = []
      for (const { bytes, offset } of chooseLines(batch)) {
        const documents = readLine(bytes, lineFile)
        if (documents.length > 0) lines.push({ offset, length: bytes.length, documents })
      }
      yield { lines, end: batch.offset + batch.bytes.length }
    }
  } catch (error) {
    if (!isVanished(error)) throw error
  }
}

/** What the lines of a file are told of it. */
export function toLineFile({ path, session, agent }: SourceFile): LineFile {
  let time: number | undefined
  const firstTime = (): number => {
    time ??= readFirstTime(path)
    return time
  }
  return { session, ...(agent !== undefined && { agent }), firstTime }
}

/** The first time that a log's head names: what its lines without a time are dated by; 0 where it names none. */
function readFirstTime(path: string): number {
  const head = readAt(path, 0, HEAD_BYTES).toString('latin1')
  const time = Date.parse(TIMESTAMP.exec(head)?.[1] ?? '')
  return Number.isNaN(time) ? 0 : time
}

/** The newest time that the end of a stretch of a log names, where it names one. */
export function readLastTime(path: string, end: number): number | undefined {
  try {
    const start = Math.max(0, end - TAIL_BYTES)
    const tail = readAt(path, start, end - start).toString('latin1')
    const times = [...tail.matchAll(TIMESTAMPS)].map(([, time = '']) => Date.parse(time))
    const newest = Math.max(...times.filter(time => !Number.isNaN(time)))
    return Number.isFinite(newest) ? newest : undefined
  } catch (error) {
    if (!isVanished(error)) throw error
    return undefined
  }
}

const TAIL_BYTES = 16 * 1024
const TIMESTAMPS = /"timestamp":"(\d{4}-[^"]{1,40})"/g
