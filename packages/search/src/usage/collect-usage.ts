import { setImmediate } from 'node:timers/promises'
import { listSessionFiles } from '@antiphon/transcript'
import { createCalendar } from './calendar.ts'
import { type FolderFile, groupByFolder } from './group-by-folder.ts'
import { knowFile } from './know-file.ts'
import type { KnownFile } from './read-file-usage.ts'
import { createLineMemory } from './read-lines.ts'
import type { SessionAnswer, SessionToolCall } from './session-answer.ts'
import { createUsageBook, type UsageBook } from './usage-book.ts'
import { createUsageCache, type KnownFiles, NO_USAGE_CACHE, type UsageCache } from './usage-cache.ts'
import { createUsageFilter, type UsageFilter } from './usage-filter.ts'
import { damagedProblem, toUsageProblem, type UsageProblem } from './usage-problem.ts'

export type CollectUsageOptions = UsageFilter & {
  readonly roots: readonly string[]
  /** The folder of the cache; without it every file is read. */
  readonly cache?: string | null
  /** Also which tools were called and how large their results are; that takes longer. */
  readonly hasTools?: boolean
  /** In which days `since` and `until` are told; the machine's own unless told. */
  readonly timeZone?: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: UsageProgress) => void
}

export type UsageProgress = {
  readonly files: number
  readonly totalFiles: number
  /** Read so far: what the cache knows is not read. */
  readonly bytes: number
}

export type CollectedUsage = {
  /** Each answer once. */
  readonly answers: readonly SessionAnswer[]
  /** Each call once; null where nobody asked. */
  readonly calls: readonly SessionToolCall[] | null
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
}

/** Counts what every session and subagent below the roots used. Rejects with the signal's reason when it is aborted. */
export async function collectUsage(options: CollectUsageOptions): Promise<CollectedUsage> {
  const { roots, signal, onProgress, hasTools = false } = options
  const calendar = createCalendar(options.timeZone)
  const listing = await listSessionFiles(roots, { hasSubagents: true })
  const book = createUsageBook()
  const work: Work = {
    hasTools,
    signal,
    book,
    cache: options.cache ? createUsageCache(options.cache) : NO_USAGE_CACHE,
    memory: createLineMemory(),
    problems: listing.problems.map(toUsageProblem),
    counts: { files: 0, totalFiles: listing.files.length, read: 0, bytes: 0, unwritten: 0 },
    tell: () => onProgress?.({ ...work.counts }),
  }
  const groups = groupByFolder(listing.files)
  for (const [folder, files] of groups) {
    await countFolder(folder, files, work)
    work.tell()
    // Signals are only heard between two turns of the event loop.
    await setImmediate()
  }
  signal?.throwIfAborted()
  work.cache.tidy(groups.keys())
  const matches = createUsageFilter(options, calendar)
  return {
    answers: book.answers().filter(matches),
    calls: hasTools ? book.calls().filter(matches) : null,
    timeZone: calendar.timeZone,
    files: { total: listing.files.length, read: work.counts.read, bytes: work.counts.bytes },
    problems: work.problems,
    isCacheWritten: work.counts.unwritten === 0,
  }
}

type Work = {
  readonly hasTools: boolean
  readonly signal: AbortSignal | undefined
  readonly book: UsageBook
  readonly cache: UsageCache
  readonly memory: ReturnType<typeof createLineMemory>
  readonly problems: UsageProblem[]
  readonly counts: {
    files: number
    readonly totalFiles: number
    read: number
    bytes: number
    unwritten: number
  }
  readonly tell: () => void
}

async function countFolder(folder: string, files: readonly FolderFile[], work: Work): Promise<void> {
  const { signal, cache, counts } = work
  const known = cache.read(folder)
  const now = new Map<string, KnownFile>()
  try {
    for (const file of files) {
      signal?.throwIfAborted()
      await countFile(file, { known, now, work })
      counts.files += 1
    }
  } finally {
    // Also when the person interrupts: what was read need not be read again.
    const kept = signal?.aborted ? new Map([...known, ...now]) : now
    if (isDifferent(known, kept) && !cache.write(folder, kept)) counts.unwritten += 1
  }
}

async function countFile(
  { path, place }: FolderFile,
  {
    known,
    now,
    work,
  }: { readonly known: KnownFiles; readonly now: Map<string, KnownFile>; readonly work: Work },
): Promise<void> {
  const { hasTools, memory, signal, counts } = work
  const onBytes = (count: number): void => {
    counts.bytes += count
    work.tell()
  }
  const outcome = await knowFile(path, { known: known.get(path), hasTools, memory, signal, onBytes })
  if (outcome.kind === 'problem') {
    work.problems.push(outcome.problem)
    return
  }
  const { file, isRead } = outcome
  if (isRead) counts.read += 1
  now.set(path, file)
  work.book.add(file.usage, place)
  if (file.usage.damaged > 0) work.problems.push(damagedProblem(path, file.usage.damaged))
}

function isDifferent(known: KnownFiles, now: KnownFiles): boolean {
  if (known.size !== now.size) return true
  for (const [path, file] of now) if (known.get(path) !== file) return true
  return false
}
