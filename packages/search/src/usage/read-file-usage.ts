import { closeSync } from 'node:fs'
import { NEWLINE, openForReading, visitBatches } from '../read-lines.ts'
import { checksumBeginning, isContinued, stateOf } from '../sources/log-state.ts'
import { createFileUsageBuilder, type FileUsageBuilder } from './file-usage.ts'
import type { KnownLog } from './known-log.ts'
import { scanAnswers } from './scan-answers.ts'
import { scanToolCalls } from './scan-tool-calls.ts'
import { changedProblem, failedProblem, type UsageProblem } from './usage-problem.ts'

/** A file to read. Plain data: it can be sent to a thread. */
export type UsageJob = {
  readonly path: string
  /** From an earlier time: where the file still begins with it, only the rest is read. */
  readonly known: KnownLog | undefined
  readonly hasTools: boolean
}

/** What is known of a file now, or why nothing is. */
export type FileOutcome =
  | { readonly kind: 'known'; readonly file: KnownLog; readonly isRead: boolean }
  | { readonly kind: 'problem'; readonly problem: UsageProblem }

/** What comes of a job: bytes as they are read, then what the file says. */
export type UsageEvent = { readonly kind: 'bytes'; readonly count: number } | FileOutcome

/** Reads a file, or what was appended to what is known of it. Throws where the signal ends it. */
export async function readUsage(
  job: UsageJob,
  tell: (event: UsageEvent) => void,
  signal?: AbortSignal,
): Promise<void> {
  try {
    // What changed while it was read may hold still the second time.
    const file =
      (await readFileUsage(job, tell, signal)) ??
      (await readFileUsage({ ...job, known: undefined }, tell, signal))
    const isRead = file?.answers !== job.known?.answers
    tell(file ? { kind: 'known', file, isRead } : { kind: 'problem', problem: changedProblem(job.path) })
  } catch (error) {
    if (signal?.aborted) throw error
    tell({ kind: 'problem', problem: failedProblem(job.path, error) })
  }
}

/**
 * Reads what a file says of usage, up to the length that it has now. Undefined where the file was cut meanwhile: a
 * mixture of two states would give a number that was never true. Throws what the system throws.
 */
async function readFileUsage(
  job: UsageJob,
  tell: (event: UsageEvent) => void,
  signal: AbortSignal | undefined,
): Promise<KnownLog | undefined> {
  signal?.throwIfAborted()
  const descriptor = openForReading(job.path)
  try {
    const readAt = Date.now()
    const before = stateOf(descriptor)
    const isUseful = job.known && isContinued(descriptor, before, job.known.state)
    const same = isUseful && (job.known?.calls !== null || !job.hasTools) ? job.known : undefined
    if (same && same.state.size === before.size)
      return { ...same, state: { ...same.state, ...before, readAt } }
    const known = isUseful ? withoutTools(job) : undefined
    const stretch = {
      descriptor,
      size: before.size,
      signal,
      onBytes: (count: number) => tell({ kind: 'bytes', count }),
    }
    const read = await readOn(stretch, known, job.hasTools)
    if (!read) return undefined
    const checksum = checksumBeginning(descriptor, before.size)
    if (checksum === -1 || stateOf(descriptor).size < before.size) return undefined
    return { state: { ...before, readAt, checksum, end: read.end }, ...read.builder.build() }
  } finally {
    closeSync(descriptor)
  }
}

/** What is read on without tools must not seem to know all of them. */
function withoutTools({ known, hasTools }: UsageJob): KnownLog | undefined {
  return known && known.calls !== null && !hasTools ? { ...known, calls: null } : known
}

type OpenStretch = {
  readonly descriptor: number
  readonly size: number
  readonly signal: AbortSignal | undefined
  readonly onBytes: (count: number) => void
}

/** Reads behind what is known; all of it again where that went on with an answer that was counted. */
async function readOn(
  stretch: OpenStretch,
  known: KnownLog | undefined,
  hasTools: boolean,
): Promise<{ readonly builder: FileUsageBuilder; readonly end: number } | undefined> {
  const { descriptor, size, signal, onBytes } = stretch
  const builder = createFileUsageBuilder(known, hasTools)
  let end = known?.state.end ?? 0
  const isThere = await visitBatches(descriptor, { start: end, end: size, signal }, batch => {
    const { bytes, offset, passed } = batch
    const { reports, damaged } = scanAnswers(bytes)
    builder.add(reports)
    if (hasTools) builder.addCalls(scanToolCalls(bytes))
    // What is not whole there may still be being written.
    const isWhole = bytes.length === 0 || bytes[bytes.length - 1] === NEWLINE
    if (isWhole) end = offset + bytes.length
    builder.addDamage((isWhole ? damaged : 0) + (passed > 0 ? 1 : 0))
    onBytes(bytes.length + passed)
  })
  if (!isThere) return undefined
  return builder.goesOn() ? readOn(stretch, undefined, hasTools) : { builder, end }
}
