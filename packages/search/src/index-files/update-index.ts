import { join } from 'node:path'
import { acquireLease } from '@antiphon/transcript'
import { scanRange } from '../sources/scan-range.ts'
import type { SourceFile, SourceRange } from '../sources/source-file.ts'
import { createIndexWriter } from './index-writer.ts'
import { createPace } from './pace.ts'
import { planUpdate } from './plan-update.ts'
import { MANIFEST_NAME, readManifest } from './read-manifest.ts'

export type IndexProgress = { readonly doneBytes: number; readonly totalBytes: number; readonly path: string }

export type UpdateOptions = {
  readonly folder: string
  readonly files: readonly SourceFile[]
  readonly damaged?: ReadonlySet<string>
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: IndexProgress) => void
  /** The share of the time that it works, from 0 to 1; the rest it sleeps. */
  readonly share?: number
  /** How much of the logs one segment covers. */
  readonly segmentBytes?: number
}

/**
 * `complete`: all that was listed is indexed. `stopped`: the signal came; what was written stays. `busy`: another
 * process writes. `failed`: it could not be written, such as on a full disk; searches go on.
 */
export type UpdateOutcome =
  | { readonly kind: 'complete' | 'stopped' | 'busy' }
  | { readonly kind: 'failed'; readonly code: string; readonly reason: string }

/** Indexes what is new. Every segment counts as soon as it is written, so that stopping costs one at most. */
export async function updateIndex(options: UpdateOptions): Promise<UpdateOutcome> {
  const { folder } = options
  const lease = await acquireLease(join(folder, MANIFEST_NAME))
  if (lease === null) return { kind: 'busy' }
  try {
    return await runUpdate(options)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return { kind: 'failed', code: String(error.code), reason: error.message }
  } finally {
    await lease.release()
  }
}

async function runUpdate(options: UpdateOptions): Promise<UpdateOutcome> {
  const { folder, files, damaged = new Set() } = options
  const plan = planUpdate(readManifest(folder).manifest, { folder, files, damaged })
  const writer = createIndexWriter(folder, plan, options.segmentBytes)
  const pace = createPace(options.share ?? 1)
  const total = sizeOf(plan.again) + sizeOf(plan.rest)
  let done = 0

  /** True when all of the stretches were read; false when the signal came. */
  async function index(ranges: readonly SourceRange[]): Promise<boolean> {
    for (const range of ranges) {
      let start = range.start
      for (const batch of scanRange(range, { hasWholeLines: true })) {
        writer.add({ ...range, start }, batch)
        done += batch.end - start
        start = batch.end
        options.onProgress?.({ doneBytes: done, totalBytes: total, path: range.file.path })
        await pace.rest()
        if (options.signal?.aborted) return false
      }
      // What was indexed before is still there in a log that only grew.
      if (start < range.end && plan.again.includes(range)) writer.forget(range.file)
    }
    return true
  }

  // Without its merge an index is as good: nothing of it was replaced yet.
  if (!(await index(plan.again))) return { kind: 'stopped' }
  writer.replaceMerged()
  const isComplete = await index(plan.rest)
  writer.finish()
  return { kind: isComplete ? 'complete' : 'stopped' }
}

function sizeOf(ranges: readonly SourceRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0)
}
