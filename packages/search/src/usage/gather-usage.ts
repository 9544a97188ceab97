import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { type ListedFile, listSessionFiles } from '@antiphon/transcript'
import { isUnchanged, type LogState, mayBeContinued, stateOf } from '../sources/log-state.ts'
import { type RunJob, runJobs, startThread } from '../threads.ts'
import type { Calendar } from './calendar.ts'
import type { CollectUsageOptions } from './collect-usage.ts'
import type { KnownLog } from './known-log.ts'
import { type FileOutcome, readUsage, type UsageEvent, type UsageJob } from './read-file-usage.ts'
import { createUsageBook, type FilePlace, type UsageBook } from './usage-book.ts'
import {
  type CacheState,
  createUsageCache,
  type KnownLogs,
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

export type GatherOptions = CollectUsageOptions & {
  /** Starts a thread that reads files. */
  readonly startThread?: () => Worker
}

/** Takes what is remembered of every file below the roots, reads what is not, and remembers it. */
export async function gatherUsage(
  options: GatherOptions,
  { timeZone }: Calendar,
): Promise<{ readonly book: UsageBook; readonly survey: UsageSurvey }> {
  const { roots, signal, onProgress, isIncluded = () => true } = options
  const cache = options.cache ? createUsageCache(options.cache, roots) : NO_USAGE_CACHE
  const known = cache.read()
  const listing = await listSessionFiles(roots, { hasSubagents: true })
  const files = placeFiles(listing.files)
  const included = files.filter(({ path }) => isIncluded(path))
  const work: Work = {
    known: known.files,
    outcomes: new Map(),
    counts: { files: 0, totalFiles: included.length, read: 0, bytes: 0 },
    tell: () => onProgress?.({ ...work.counts }),
  }
  let isCacheWritten = true
  try {
    await countFiles(included, work, options)
  } finally {
    // Also when the person interrupts: what was read need not be read again.
    const others = signal?.aborted ? files : files.filter(({ path }) => !isIncluded(path))
    isCacheWritten = remember(cache, { known: known.files, now: toKnownLogs(work), others })
  }
  cache.tidy()
  const { totalFiles: total, read, bytes } = work.counts
  const book = createUsageBook()
  const problems = [...listing.problems.map(toUsageProblem), ...bookFiles(book, included, work)]
  return {
    book,
    survey: { timeZone, files: { total, read, bytes }, problems, isCacheWritten, cacheState: known.state },
  }
}

type Work = {
  readonly known: KnownLogs
  /** By the paths of files. */
  readonly outcomes: Map<string, FileOutcome>
  readonly counts: { files: number; readonly totalFiles: number; read: number; bytes: number }
  readonly tell: () => void
}

/** How many threads read beside the one that asks, when so many bytes are to be read. */
export type ThreadPolicy = (bytes: number) => number

type Pending = UsageJob & { readonly bytes: number }

/** Takes what is remembered of files where that is still true, and reads all others, here and in threads. */
async function countFiles(
  files: readonly FolderFile[],
  { known, outcomes, counts, tell }: Work,
  { hasTools = false, signal, threads = () => 0, startThread = startUsageThread }: GatherOptions,
): Promise<void> {
  let told = performance.now()
  const pause = async (): Promise<void> => {
    if (performance.now() - told < TELL_MS) return
    tell()
    // Signals are only heard between two turns of the event loop.
    await setImmediate()
    told = performance.now()
  }
  const onEvent = (event: UsageEvent, { path }: UsageJob): void => {
    if (event.kind === 'bytes') {
      counts.bytes += event.count
      tell()
      return
    }
    outcomes.set(path, event)
    counts.files += 1
    if (event.kind === 'known' && event.isRead) counts.read += 1
  }
  const run: RunJob<UsageJob, UsageEvent> = async (job, onTold) => {
    signal?.throwIfAborted()
    await readUsage(job, onTold, signal)
    await setImmediate()
  }
  const pending: Pending[] = []
  for (const { path } of files) {
    signal?.throwIfAborted()
    const recalled = recallFile(path, known.get(path), hasTools)
    if ('bytes' in recalled) pending.push(recalled)
    else onEvent({ kind: 'known', file: recalled, isRead: false }, { path, known: recalled, hasTools })
    await pause()
  }
  // A long one that is begun last keeps everybody waiting.
  pending.sort((one, other) => other.bytes - one.bytes)
  const bytes = pending.reduce((sum, file) => sum + file.bytes, 0)
  const lost = await runJobs<UsageJob, UsageEvent>(pending, {
    run,
    // One file is one thread's, and this one reads, too.
    threads: Math.max(0, Math.min(threads(bytes), pending.length - 1)),
    start: startThread,
    isHelping: true,
    onEvent,
    signal,
  })
  for (const job of lost) await run(job, event => onEvent(event, job))
  tell()
  await setImmediate()
  signal?.throwIfAborted()
}

const TELL_MS = 10

/** Starts a thread that reads files. */
export function startUsageThread(): Worker {
  return startThread({ beside: import.meta.url, name: 'usage-thread', megabytes: MOST_MEGABYTES })
}

/** As much as a process has: a thread that reaches its limit within one long line would end the whole process. */
const MOST_MEGABYTES = 4096

/** What is remembered of a file where it is still true; else what is to be read of it, and about how much that is. */
function recallFile(path: string, known: KnownLog | undefined, hasTools: boolean): KnownLog | Pending {
  const now = tryState(path)
  const useful = hasTools && known?.calls === null ? undefined : known
  if (now && useful && isUnchanged(now, useful.state)) return useful
  // Whoever opens it meets what is wrong with it.
  if (now && useful && mayBeContinued(now, useful.state))
    return { path, known: useful, hasTools, bytes: now.size - useful.state.end }
  return { path, known: undefined, hasTools, bytes: now?.size ?? 0 }
}

function tryState(path: string): LogState | undefined {
  try {
    return stateOf(path)
  } catch {
    return undefined
  }
}

function toKnownLogs({ outcomes }: Work): Map<string, KnownLog> {
  const now = new Map<string, KnownLog>()
  for (const [path, outcome] of outcomes) if (outcome.kind === 'known') now.set(path, outcome.file)
  return now
}

/** Books what is known, in the order of the files whoever read them first. Gives what is wrong with files. */
function bookFiles(
  book: UsageBook,
  files: readonly FolderFile[],
  { outcomes }: Work,
): readonly UsageProblem[] {
  const problems: UsageProblem[] = []
  for (const { path, place } of files) {
    const outcome = outcomes.get(path)
    if (outcome?.kind === 'problem') problems.push(outcome.problem)
    if (outcome?.kind !== 'known') continue
    book.add(outcome.file, place)
    const { damaged } = outcome.file.facts
    if (damaged > 0) problems.push(damagedProblem(path, damaged))
  }
  return problems
}

type Remembered = {
  readonly known: KnownLogs
  readonly now: Map<string, KnownLog>
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

function isDifferent(known: KnownLogs, now: KnownLogs): boolean {
  if (known.size !== now.size) return true
  for (const [path, file] of now) if (known.get(path) !== file) return true
  return false
}

type FolderFile = { readonly path: string; readonly place: FilePlace }

/** Files with where they belong by their names, the files of a folder one behind the other. */
function placeFiles(files: readonly ListedFile[]): readonly FolderFile[] {
  const groups = new Map<string, FolderFile[]>()
  for (const file of files) {
    const folder = join(file.root, 'projects', file.key.project)
    const found = { path: file.path, place: toPlace(file, folder) }
    const group = groups.get(folder)
    if (group) group.push(found)
    else groups.set(folder, [found])
  }
  return [...groups.values()].flat()
}

function toPlace({ path, kind, key }: ListedFile, folder: string): FilePlace {
  const isSubagent = kind === 'subagent'
  return {
    folder,
    session: key.session,
    agent: isSubagent ? basename(path, '.jsonl').replace(/^agent-/, '') : null,
    isStray: isSubagent && dirname(path) === folder,
  }
}
