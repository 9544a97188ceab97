import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type ListedFile, listSessionFiles } from '@antiphon/transcript'
import type { Calendar } from './calendar.ts'
import type { CollectUsageOptions } from './collect-usage.ts'
import type { KnownFile } from './file-table.ts'
import type { FileOutcome } from './know-file.ts'
import { knowFiles } from './know-files.ts'
import { createUsageBook, type FilePlace, type UsageBook } from './usage-book.ts'
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
    isCacheWritten = remember(cache, { known: known.files, now: toKnownFiles(included, work), others })
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
  readonly known: KnownFiles
  /** By the places of files. */
  readonly outcomes: Map<number, FileOutcome>
  readonly counts: { files: number; readonly totalFiles: number; read: number; bytes: number }
  readonly tell: () => void
}

async function countFiles(
  files: readonly FolderFile[],
  { known, outcomes, counts, tell }: Work,
  { hasTools = false, signal, threads = () => 0 }: CollectUsageOptions,
): Promise<void> {
  let told = performance.now()
  await knowFiles(
    files.map(({ path }) => path),
    {
      known,
      hasTools,
      signal,
      threads,
      onBytes(count) {
        counts.bytes += count
        tell()
      },
      onOutcome(place, outcome) {
        outcomes.set(place, outcome)
        counts.files += 1
        if (outcome.kind === 'known' && outcome.isRead) counts.read += 1
      },
      async pause() {
        if (performance.now() - told < TELL_MS) return
        tell()
        // Signals are only heard between two turns of the event loop.
        await setImmediate()
        told = performance.now()
      },
    },
  )
  tell()
  await setImmediate()
  signal?.throwIfAborted()
}

const TELL_MS = 10

function toKnownFiles(files: readonly FolderFile[], { outcomes }: Work): Map<string, KnownFile> {
  const now = new Map<string, KnownFile>()
  for (const [place, { path }] of files.entries()) {
    const outcome = outcomes.get(place)
    if (outcome?.kind === 'known') now.set(path, outcome.file)
  }
  return now
}

/** Books what is known, in the order of the files whoever read them first. Gives what is wrong with files. */
function bookFiles(
  book: UsageBook,
  files: readonly FolderFile[],
  { outcomes }: Work,
): readonly UsageProblem[] {
  const problems: UsageProblem[] = []
  for (const [place, { path, place: belonging }] of files.entries()) {
    const outcome = outcomes.get(place)
    if (outcome?.kind === 'problem') problems.push(outcome.problem)
    if (outcome?.kind !== 'known') continue
    book.add(outcome.file, belonging)
    const { damaged } = outcome.file.table.facts
    if (damaged > 0) problems.push(damagedProblem(path, damaged))
  }
  return problems
}

type Remembered = {
  readonly known: KnownFiles
  readonly now: Map<string, KnownFile>
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
