import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { writeCacheFile } from '../cache-file.ts'
import { NEWLINE, readAt, readFileBatches } from '../read-lines.ts'
import { isVanished } from '../sources/is-vanished.ts'
import type { SourceRange } from '../sources/list-sources.ts'
import { toLineFile } from '../sources/scan-range.ts'
import { type BuiltSegment, createSegmentBuilder, type SegmentBuilder } from './build-segment.ts'
import { SEGMENT_KIND } from './encode-segment.ts'
import { SEGMENT_ENDING, type SegmentRecord } from './manifest.ts'

const MAX_PAUSE_MS = 1000

const MIN_SHARE = 0.01

/** Stretches to index together. Plain data: it can be sent to a worker. */
export type IndexJob = {
  readonly folder: string
  readonly ranges: readonly NumberedRange[]
  /** How much of the logs one segment covers. */
  readonly segmentBytes: number
  /** The share of the time that it works, from 0 to 1; the rest it sleeps. */
  readonly share: number
}

/** A stretch of a file with the number that segments know the file by. */
type NumberedRange = SourceRange & { readonly id: number }

/** What comes of a job while it runs. */
export type IndexEvent =
  | { readonly kind: 'progress'; readonly bytes: number; readonly path: string }
  /** A segment was written; it counts when a manifest names it. Its ranges say what it covers. */
  | { readonly kind: 'segment'; readonly segment: SegmentRecord }

/** Indexes the stretches, a segment at a time. Where it is stopped, what was read is written; a file that vanishes ends its stretch. */
export async function runJob(
  job: IndexJob,
  tell: (event: IndexEvent) => void,
  signal?: AbortSignal,
): Promise<void> {
  const pace = createPace(job.share)
  let builder: SegmentBuilder | undefined

  function flush(): void {
    if (builder) tell({ kind: 'segment', segment: writeSegment(job.folder, builder.finish()) })
    builder = undefined
  }

  async function index({ id, file, start, end }: NumberedRange): Promise<void> {
    const lineFile = toLineFile(file)
    for (const batch of readFileBatches(file.path, { start, end, hasWholeLines: true })) {
      builder ??= createSegmentBuilder(job.segmentBytes)
      builder.add(id, batch, lineFile)
      tell({ kind: 'progress', bytes: batch.bytes.length, path: file.path })
      if (builder.isFull()) flush()
      await pace.rest()
      if (signal?.aborted) return
    }
  }

  for (const range of job.ranges) {
    if (signal?.aborted) break
    try {
      await index(range)
    } catch (error) {
      if (!isVanished(error)) throw error
    }
  }
  flush()
}

function writeSegment(folder: string, { newest, ranges, ...content }: BuiltSegment): SegmentRecord {
  const name = `${randomBytes(9).toString('hex')}${SEGMENT_ENDING}`
  return { name, bytes: writeCacheFile(join(folder, name), SEGMENT_KIND, content), newest, ranges }
}

/** How hard work in the background may work. */
interface Pace {
  /** Lets others have their turn; sleeps so long that only the given share of the time is work. */
  rest(): Promise<void>
}

/** A pace that works `share` of the time, from 0 to 1. */
function createPace(share: number): Pace {
  let workedSince = performance.now()
  return {
    async rest() {
      const worked = performance.now() - workedSince
      const pause = share >= 1 ? 0 : Math.min(MAX_PAUSE_MS, worked / Math.max(share, MIN_SHARE) - worked)
      if (pause >= 1) await setTimeout(pause)
      else await setImmediate()
      workedSince = performance.now()
    },
  }
}

/** Stretches in groups of about so many bytes, in their order; a long one is cut behind a line. */
export function splitJobs(
  ranges: readonly SourceRange[],
  jobBytes: number,
): readonly (readonly SourceRange[])[] {
  const jobs: SourceRange[][] = []
  let open: SourceRange[] = []
  let size = 0
  for (const range of ranges.flatMap(whole => [...cutLong(whole, jobBytes)])) {
    open.push(range)
    size += range.end - range.start
    if (size < jobBytes) continue
    jobs.push(open)
    open = []
    size = 0
  }
  return open.length > 0 ? [...jobs, open] : jobs
}

function* cutLong({ file, start, end }: SourceRange, most: number): Generator<SourceRange> {
  let from = start
  while (end - from > most * 1.5) {
    const cut = lineEndBehind(file.path, from + most)
    if (cut === undefined || cut >= end) break
    yield { file, start: from, end: cut }
    from = cut
  }
  yield { file, start: from, end }
}

function lineEndBehind(path: string, position: number): number | undefined {
  try {
    for (let at = position; ; at += STEP_BYTES) {
      const bytes = readAt(path, at, STEP_BYTES)
      const newline = bytes.indexOf(NEWLINE)
      if (newline !== -1) return at + newline + 1
      if (bytes.length < STEP_BYTES) return undefined
    }
  } catch (error) {
    if (!isVanished(error)) throw error
    return undefined
  }
}

const STEP_BYTES = 1 << 16
