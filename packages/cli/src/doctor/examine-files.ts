import { statSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { type InputIo, ProgramError } from '@antiphon/host'
import { chooseReadingThreads, runJobs, startThread } from '@antiphon/search'
import type { DoctorReport } from '@antiphon/transcript'
import { checkInterruption } from '../command-context.ts'
import { type ExamineOptions, examineFile, lookAt } from './examine-file.ts'

/** What is known of a file that was looked at, or why nothing is. Plain data: a thread tells it. */
export type LookOutcome =
  | { readonly kind: 'report'; readonly report: DoctorReport }
  | { readonly kind: 'unreadable'; readonly reason: string }

export type ExamineFilesOptions = ExamineOptions & {
  /** Which files are worth a repair. */
  readonly isNeeded: (report: DoctorReport) => boolean
  /** Which files may be changed; all unless told. */
  readonly mayRepair?: (path: string) => boolean
  readonly onProgress: (done: number, path: string) => void
  /** How many threads look beside this one: by how much there is to look at, unless told. */
  readonly threads?: number
  readonly startThread?: () => Worker
}

/** In the order of the files, whoever looked at them first. */
export type ExaminedFiles = {
  readonly reports: readonly DoctorReport[]
  readonly unreadable: readonly string[]
}

/** Examines many files, in threads where they are much, and repairs one after the other those that need it. */
export async function examineFiles(
  paths: readonly string[],
  io: InputIo,
  { onProgress, threads, startThread: start = startDoctorThread, ...options }: ExamineFilesOptions,
): Promise<ExaminedFiles> {
  const sizes = new Map(paths.map(path => [path, statSync(path, { throwIfNoEntry: false })?.size ?? 0]))
  const sizeOf = (path: string): number => sizes.get(path) ?? 0
  const outcomes = new Map<string, LookOutcome>()
  const onEvent = (outcome: LookOutcome, path: string): void => {
    outcomes.set(path, outcome)
    onProgress(outcomes.size, path)
  }
  const bytes = paths.reduce((sum, path) => sum + sizeOf(path), 0)
  const lost = await runJobs<string, LookOutcome>(
    // A long one that is begun last keeps everybody waiting.
    paths.toSorted((one, other) => sizeOf(other) - sizeOf(one)),
    {
      run: (path, tell) => tellLook(path, io, tell),
      threads: threads ?? Math.max(0, chooseReadingThreads(bytes, BYTES_A_THREAD)),
      start,
      isHelping: true,
      onEvent,
      signal: io.signal,
    },
  )
  for (const path of lost) await tellLook(path, io, outcome => onEvent(outcome, path))
  checkInterruption(io)
  return repair(
    paths.map(path => ({ path, outcome: outcomes.get(path) })),
    io,
    options,
  )
}

// Looked at in less time than a thread takes to start and to become fast.
const BYTES_A_THREAD = 16 << 20

/** Looks at a file and tells what comes of it, unless it is called off; throws what is a bug. */
export async function tellLook(
  path: string,
  io: InputIo,
  tell: (outcome: LookOutcome) => void,
): Promise<void> {
  try {
    tell({ kind: 'report', report: await lookAt(path, io) })
  } catch (error) {
    if (io.signal.aborted) return
    tell({ kind: 'unreadable', reason: reasonOf(error) })
  }
}

/** One file that cannot be read is no reason to leave the others. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ProgramError) || error.code === 'interrupted') throw error
  return error.message
}

type RepairOptions = ExamineOptions & Pick<ExamineFilesOptions, 'isNeeded' | 'mayRepair'>

type Looked = { readonly path: string; readonly outcome: LookOutcome | undefined }

async function repair(
  looked: readonly Looked[],
  io: InputIo,
  { mayRepair = () => true, ...options }: RepairOptions,
): Promise<ExaminedFiles> {
  const reports: DoctorReport[] = []
  const unreadable: string[] = []
  for (const { path, outcome } of looked) {
    if (outcome?.kind === 'unreadable') unreadable.push(outcome.reason)
    if (outcome?.kind !== 'report') continue
    if (!options.isFixing || !options.isNeeded(outcome.report) || !mayRepair(path)) {
      reports.push(outcome.report)
      continue
    }
    checkInterruption(io)
    try {
      reports.push(await examineFile(path, io, options))
    } catch (error) {
      unreadable.push(reasonOf(error))
    }
  }
  return { reports, unreadable }
}

/** Starts a thread that looks at files. */
export function startDoctorThread(): Worker {
  return startThread({
    beside: import.meta.url,
    name: 'doctor-thread',
    megabytes: MOST_MEGABYTES,
    youngMegabytes: YOUNG_MEGABYTES,
  })
}

/** As much as a process has: what a large log takes is many times its bytes. */
const MOST_MEGABYTES = 4096
// A log is in memory whole until it was looked at: with less room it is copied about.
const YOUNG_MEGABYTES = 128
