import { type CacheBreakReport, computeCacheBreaks, createCacheThreads } from '@antiphon/search'
import type { FoundLog } from '../logs/find-log.ts'
import { encodeLogId } from '../logs/log-id.ts'
import type { BreakReport, NumbersBreak } from '../protocol/numbers-protocol.ts'
import { type AnswerPlaces, createAnswerPlaces } from './answer-places.ts'
import { toProblems } from './compute-numbers-report.ts'
import { type ReadLogOptions, readLogEntries } from './read-log-entries.ts'

export type ReadBreaksOptions = ReadLogOptions & {
  /** The logs of its subagents. */
  readonly agents: readonly FoundLog[]
}

/** Reads a session and its subagents and tells where their prompt caches broke. */
export async function readBreakReport(log: FoundLog, options: ReadBreaksOptions): Promise<BreakReport> {
  const { agents, ...reading } = options
  const parts = [await readBreaks(log, reading)]
  const problems: { path: string; reason: string }[] = []
  for (const agent of agents)
    try {
      parts.push(await readBreaks(agent, reading))
    } catch (error) {
      if (options.signal.aborted || !(error instanceof Error && 'code' in error)) throw error
      problems.push({ path: agent.path, reason: `cannot be read (${error.code})` })
    }
  const sum = (toNumber: (report: CacheBreakReport) => number): number =>
    parts.reduce((total, { report }) => total + toNumber(report), 0)
  const breaks = parts.flatMap(toBreaks)
  return {
    breaks: chooseDearest(breaks).toSorted(byTime),
    count: breaks.length,
    requests: sum(({ requests }) => requests),
    resentTokens: sum(({ resentTokens }) => resentTokens),
    extraUsd: sum(({ extraUsd }) => extraUsd),
    isCostKnown: parts.every(({ report }) => report.isCostKnown),
    problems: toProblems(problems),
  }
}

type Part = { readonly log: FoundLog; readonly report: CacheBreakReport; readonly places: AnswerPlaces }

async function readBreaks(log: FoundLog, options: ReadLogOptions): Promise<Part> {
  const threads = createCacheThreads()
  const places = createAnswerPlaces(encodeLogId(log))
  for await (const line of readLogEntries(log.path, options)) {
    // What a subagent says while it works stands in its own log, too.
    if (line.entry.type === 'progress') continue
    threads.add(line.entry)
    places.add(line)
  }
  return { log, report: computeCacheBreaks(threads.threads()), places }
}

function toBreaks({ report, places }: Part): readonly NumbersBreak[] {
  return report.breaks.map(({ id, explanation: _, readTokens: __, ...found }) => ({
    ...found,
    place: places.find(id),
  }))
}

const MAX_BREAKS = 300

function chooseDearest(breaks: readonly NumbersBreak[]): readonly NumbersBreak[] {
  if (breaks.length <= MAX_BREAKS) return breaks
  return breaks
    .toSorted((one, other) => other.extraUsd - one.extraUsd || other.resentTokens - one.resentTokens)
    .slice(0, MAX_BREAKS)
}

function byTime(one: NumbersBreak, other: NumbersBreak): number {
  const [left, right] = [one.at ?? '', other.at ?? '']
  return left < right ? -1 : left > right ? 1 : 0
}
