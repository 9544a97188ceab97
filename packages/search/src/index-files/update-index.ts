import { existsSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { acquireLease } from '@antiphon/transcript'
import type { SourceFile, SourceRange } from '../sources/list-sources.ts'
import { runJobs, startThread } from '../threads.ts'
import { createIndexWriter, type IndexWriter } from './index-writer.ts'
import { EMPTY_MANIFEST, MANIFEST_NAME, readManifest, removeUnnamed, type SegmentRecord } from './manifest.ts'
import { planUpdate } from './match-sources.ts'
import { type IndexEvent, type IndexJob, runJob, splitJobs } from './run-job.ts'

export type IndexProgress = { readonly doneBytes: number; readonly totalBytes: number; readonly path: string }

export type IndexOptions = {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: IndexProgress) => void
  /** The share of the time that it works, from 0 to 1; half of it unless told. */
  readonly share?: number
  /** How much of the logs one segment of the index covers. */
  readonly segmentBytes?: number
  /** How many threads work: none for little and two for much, unless told. */
  readonly threads?: number
  /** About how much of the logs is read at once: then it ends with `more` to do. All unless told. */
  readonly mostBytes?: number
  /** What the index may take on disk: two gigabytes unless told. */
  readonly maxBytes?: number
}

type UpdateOptions = IndexOptions & {
  readonly folder: string
  readonly files: readonly SourceFile[]
  /** Names of segments that were found to be damaged. */
  readonly damaged: ReadonlySet<string>
}

/**
 * `complete`: all that was listed is indexed. `more`: as much as was asked for. `full`: the index has its largest size;
 * older logs are scanned. `stopped`: the signal came; what was written stays. `busy`: another process writes. `failed`:
 * it could not be written, such as on a full disk; searches go on.
 */
export type UpdateOutcome =
  | { readonly kind: 'complete' | 'more' | 'full' | 'stopped' | 'busy' }
  | { readonly kind: 'failed'; readonly code: string; readonly reason: string }

/** Indexes what is new. Every segment counts as soon as it is written, so that stopping costs one at most. */
export async function updateIndex(options: UpdateOptions): Promise<UpdateOutcome> {
  try {
    return (await whileLeased(options.folder, () => runUpdate(options))) ?? { kind: 'busy' }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return { kind: 'failed', code: String(error.code), reason: error.message }
  }
}

/** Deletes an index; false where another process writes it. */
export async function removeIndex(folder: string): Promise<boolean> {
  // A lease would make it.
  if (!existsSync(folder)) return true
  const isRemoved = await whileLeased(folder, async () => {
    rmSync(join(folder, MANIFEST_NAME), { force: true })
    removeUnnamed(folder, EMPTY_MANIFEST)
    return true
  })
  return isRemoved ?? false
}

/** Does something as the only one who may write; null where another process is. */
async function whileLeased<Result>(folder: string, act: () => Promise<Result>): Promise<Result | null> {
  const lease = await acquireLease(join(folder, MANIFEST_NAME))
  if (lease === null) return null
  try {
    return await act()
  } finally {
    await lease.release()
  }
}

async function runUpdate(options: UpdateOptions): Promise<UpdateOutcome> {
  const { folder, files, damaged, maxBytes = MAX_INDEX_BYTES, mostBytes, signal } = options
  const plan = planUpdate(readManifest(folder).manifest, { folder, files, damaged })
  const writer = createIndexWriter(folder, plan, maxBytes)
  const run = createRun(options, { writer, total: sizeOf(plan.again) + sizeOf(plan.rest) })
  let lost = 0
  if (plan.merged.length > 0) {
    const replaced: SegmentRecord[] = []
    const onSegment = (segment: SegmentRecord): void => void replaced.push(segment)
    lost += await run({ ranges: plan.again, isOne: true, onSegment })
    // Without its merge an index is as good: nothing of it was replaced yet.
    if (signal?.aborted) return { kind: 'stopped' }
    if (lost === 0) writer.replaceMerged(replaced)
  }
  const room = maxBytes - plan.manifest.segments.reduce((sum, { bytes }) => sum + bytes, 0)
  const rest = chooseFitting(plan.rest, room / LARGEST_SHARE)
  const [first = [], ...later] = mostBytes === undefined ? [rest] : splitJobs(rest, mostBytes)
  lost += await run({ ranges: first, isOne: false, onSegment: writer.commit })
  writer.finish()
  if (lost > 0)
    return { kind: 'failed', code: 'WORKER_DIED', reason: 'A thread that indexes ended too early.' }
  if (signal?.aborted) return { kind: 'stopped' }
  if (later.length > 0 && !writer.isFull()) return { kind: 'more' }
  return { kind: rest.length < plan.rest.length || writer.isFull() ? 'full' : 'complete' }
}

/** The first stretches of together at most so many bytes: the newest come first, so that the oldest are left to be scanned. */
function chooseFitting(ranges: readonly SourceRange[], bytes: number): readonly SourceRange[] {
  let left = bytes
  const first = ranges.findIndex(({ start, end }) => {
    left -= end - start
    return left < 0
  })
  return first === -1 ? ranges : ranges.slice(0, first)
}

// What an index takes of its logs at the most, by experience.
const LARGEST_SHARE = 0.08

type Stretches = {
  readonly ranges: readonly SourceRange[]
  /** They become one segment. */
  readonly isOne: boolean
  readonly onSegment: (segment: SegmentRecord) => void
}

/** Indexes stretches, here where they are few and in threads where they are many. Gives the number of jobs that were lost. */
function createRun(
  { folder, share = 0.5, segmentBytes, threads, signal, onProgress }: UpdateOptions,
  { writer, total }: { readonly writer: IndexWriter; readonly total: number },
): (stretches: Stretches) => Promise<number> {
  let done = 0
  return async ({ ranges, isOne, onSegment }) => {
    const bytes = sizeOf(ranges)
    const count = threads ?? (bytes < THREAD_BYTES ? 0 : Math.min(MAX_THREADS, availableParallelism()))
    // A segment for each job; here one after the other.
    const jobBytes = Math.min(SEGMENT_BYTES, Math.max(MIN_JOB_BYTES, bytes / (count * JOBS_A_THREAD)))
    const jobs = isOne || count === 0 ? [ranges] : splitJobs(ranges, jobBytes)
    const lost = await runJobs<IndexJob, IndexEvent>(
      jobs.map(job => ({
        folder,
        ranges: job.map(range => ({ ...range, id: writer.numberOf(range.file) })),
        segmentBytes: isOne ? Number.POSITIVE_INFINITY : (segmentBytes ?? jobBytes * 2),
        share,
      })),
      {
        run: runJob,
        threads: count,
        start: startIndexThread,
        isHelping: false,
        onEvent(event) {
          if (event.kind === 'segment') return onSegment(event.segment)
          done += event.bytes
          onProgress?.({ doneBytes: done, totalBytes: total, path: event.path })
        },
        signal,
      },
    )
    return lost.length
  }
}

/** Starts a thread that indexes. */
export function startIndexThread(): Worker {
  return startThread({ beside: import.meta.url, name: 'index-worker', megabytes: 512 })
}

/** What an index may take on disk unless told: enough for some forty gigabytes of logs. */
export const MAX_INDEX_BYTES: number = 2 * 2 ** 30

const SEGMENT_BYTES = 64 << 20
// A thread takes some fifty milliseconds to start.
const THREAD_BYTES = 24 << 20
const MAX_THREADS = 2
const MIN_JOB_BYTES = 16 << 20
// So that no thread waits long for the last of another.
const JOBS_A_THREAD = 2

function sizeOf(ranges: readonly SourceRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0)
}
