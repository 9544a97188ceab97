import { setImmediate } from 'node:timers/promises'
import { listSessionFiles } from '@antiphon/transcript'
import type { Calendar } from './calendar.ts'
import type { CollectUsageOptions } from './collect-usage.ts'
import type { KnownFile } from './file-table.ts'
import { knowFile } from './know-file.ts'
import { type FolderFile, placeFiles } from './place-files.ts'
import { createLineMemory } from './read-lines.ts'
import { createUsageBook, type UsageBook } from './usage-book.ts'
import {
  type CacheState,
  createUsageCache,
  type KnownFiles,
  NO_USAGE_CACHE,
  type UsageCache,
} from './usage-cache.ts'
import { damagedProblem, toUsageProblem, type UsageProblem } from './usage-problem.ts'

export type UsageProgress = {
  readonly files: number
  readonly totalFiles: number
  /** Read so far: what the cache knows is not read. */
  readonly bytes: number
}

/** What was looked at, and what could not be. */
export type UsageSurvey = {
  readonly timeZone: string
  readonly files: {
    readonly total: number
    /** Read whole or in part. */
    readonly read: number
    readonly bytes: number
  }
  readonly problems: readonly UsageProblem[]
  /** False where the cache could not be written. */
  readonly isCacheWritten: boolean
  /** What the cache was found to be. */
  readonly cacheState: CacheState
}

/** Takes what is remembered of every file below the roots, reads what is not, and remembers it. */
export async function gatherUsage(
  options: CollectUsageOptions,
  { timeZone }: Calendar,
): Promise<{ readonly book: UsageBook; readonly survey: UsageSurvey }> {
  const { roots, signal, onProgress, hasTools = false, isIncluded = () => true } = options
  const cache = options.cache ? createUsageCache({ place: options.cache, roots, hasTools }) : NO_USAGE_CACHE
  const known = cache.read()
  const listing = await listSessionFiles(roots, { hasSubagents: true })
  const files = placeFiles(listing.files)
  const included = files.filter(({ path }) => isIncluded(path))
  const work: Work = {
    hasTools,
    signal,
    known: known.files,
    now: new Map(),
    book: createUsageBook(),
    memory: createLineMemory(),
    problems: listing.problems.map(toUsageProblem),
    counts: { files: 0, totalFiles: included.length, read: 0, bytes: 0 },
    tell: () => onProgress?.({ ...work.counts }),
  }
  let isCacheWritten = true
  try {
    await countFiles(included, work)
  } finally {
    // Also when the person interrupts: what was read need not be read again.
    const others = signal?.aborted ? files : files.filter(({ path }) => !isIncluded(path))
    isCacheWritten = remember(cache, { ...work, others })
  }
  cache.tidy()
  const { totalFiles: total, read, bytes } = work.counts
  const { problems } = work
  return {
    book: work.book,
    survey: { timeZone, files: { total, read, bytes }, problems, isCacheWritten, cacheState: known.state },
  }
}

type Work = {
  readonly hasTools: boolean
  readonly signal: AbortSignal | undefined
  readonly known: KnownFiles
  readonly now: Map<string, KnownFile>
  readonly book: UsageBook
  readonly memory: ReturnType<typeof createLineMemory>
  readonly problems: UsageProblem[]
  readonly counts: { files: number; readonly totalFiles: number; read: number; bytes: number }
  readonly tell: () => void
}

async function countFiles(files: readonly FolderFile[], work: Work): Promise<void> {
  const { signal, counts } = work
  let told = performance.now()
  for (const file of files) {
    signal?.throwIfAborted()
    await countFile(file, work)
    counts.files += 1
    if (performance.now() - told < TELL_MS) continue
    work.tell()
    // Signals are only heard between two turns of the event loop.
    await setImmediate()
    told = performance.now()
  }
  work.tell()
  await setImmediate()
  signal?.throwIfAborted()
}

const TELL_MS = 10

async function countFile({ path, place }: FolderFile, work: Work): Promise<void> {
  const { hasTools, memory, signal, counts, known, now, book, problems } = work
  const onBytes = (count: number): void => {
    counts.bytes += count
    work.tell()
  }
  const outcome = await knowFile(path, { known: known.get(path), hasTools, memory, signal, onBytes })
  if (outcome.kind === 'problem') {
    problems.push(outcome.problem)
    return
  }
  const { file, isRead } = outcome
  if (isRead) counts.read += 1
  now.set(path, file)
  book.add(file, place)
  const { damaged } = file.table.facts
  if (damaged > 0) problems.push(damagedProblem(path, damaged))
}

type Remembered = Pick<Work, 'known' | 'now'> & {
  /** Files that are there and were not looked at. */
  readonly others: readonly FolderFile[]
}

/** False where it could not be written. */
function remember(cache: UsageCache, { known, now, others }: Remembered): boolean {
  for (const { path } of others) {
    const file = known.get(path)
    if (file && !now.has(path)) now.set(path, file)
  }
  return !isDifferent(known, now) || cache.write(now)
}

function isDifferent(known: KnownFiles, now: KnownFiles): boolean {
  if (known.size !== now.size) return true
  for (const [path, file] of now) if (known.get(path) !== file) return true
  return false
}
