import type { NumbersReport } from '../protocol/numbers-protocol.ts'
import { computeNumbersReport, type NumbersReportOptions } from './compute-numbers-report.ts'
import { nameSessions } from './name-sessions.ts'
import type { TellProgress } from './tell-progress.ts'
import type { ProjectsWish, UsageSource } from './usage-source.ts'

export type NumbersReportQuestion = NumbersReportOptions['question']

export type ReadNumbersOptions = {
  readonly roots: readonly string[]
  readonly usage: UsageSource
  readonly signal: AbortSignal
  readonly onProgress: TellProgress
}

/** Counts what every session used, and answers a question out of it. */
export async function readNumbersReport(
  { projects, ...question }: NumbersReportQuestion & ProjectsWish,
  { roots, usage, signal, onProgress }: ReadNumbersOptions,
): Promise<NumbersReport> {
  const collected = await usage.collect({
    projects,
    hasTools: question.by === 'tool' || question.stack === 'tool',
    signal,
    onProgress,
  })
  const isBySession = question.by === 'session' || question.stack === 'session'
  const ids = isBySession ? await nameSessions(roots, projects) : NO_IDS
  return computeNumbersReport({ collected, question, ids, now: Date.now() })
}

const NO_IDS: ReadonlyMap<string, string> = new Map()
