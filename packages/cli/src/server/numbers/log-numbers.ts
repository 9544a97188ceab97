import { statSync } from 'node:fs'
import { computeUsageTotal, type SessionAnswer } from '@antiphon/search'
import type { BreakReport, ContextReport, NumbersReport, SessionCost, Told } from '@antiphon/web/backend'
import type { FoundLog } from '../logs/find-log.ts'
import { listAgentLogs } from '../logs/list-agents.ts'
import { computeNumbersReport, type NumbersReportOptions } from './compute-numbers-report.ts'
import { nameSessions } from './name-sessions.ts'
import { readBreakReport } from './read-break-report.ts'
import { readContextReport } from './read-context-report.ts'
import { tellProgress } from './tell-progress.ts'
import { createUsageSource, type UsageSourceOptions } from './usage-source.ts'

/** Numbers for the page; nothing is read before somebody asks, and no further once nobody listens. */
export interface LogNumbers {
  report(question: NumbersReportOptions['question'], signal: AbortSignal): Telling<NumbersReport>
  context(log: FoundLog, signal: AbortSignal): Telling<ContextReport>
  cacheBreaks(log: FoundLog, signal: AbortSignal): Telling<BreakReport>
  /** A line a session that used anything. */
  costs(signal: AbortSignal): AsyncGenerator<SessionCost, void, undefined>
}

type Telling<Report> = AsyncGenerator<Told<Report>, void, undefined>

export function createLogNumbers(options: UsageSourceOptions): LogNumbers {
  const { roots } = options
  const source = createUsageSource(options)
  return {
    report: (question, signal) =>
      tellProgress(async onProgress => {
        const collected = await source.collect({ hasTools: question.by === 'tool', signal, onProgress })
        const ids = question.by === 'session' ? await nameSessions(roots) : NO_IDS
        return computeNumbersReport({ collected, question, ids, now: Date.now() })
      }),
    context: (log, signal) =>
      tellProgress(tell => readContextReport(log, { signal, onBytes: countBytes([log], tell) })),
    cacheBreaks: (log, signal) =>
      tellProgress(async tell => {
        const agents = await listAgentLogs(log, roots)
        return readBreakReport(log, { agents, signal, onBytes: countBytes([log, ...agents], tell) })
      }),
    async *costs(signal) {
      const { answers } = await source.collect({ hasTools: false, signal, onProgress: () => {} })
      const ids = await nameSessions(roots)
      for (const [session, group] of groupBySession(answers)) {
        const id = ids.get(session)
        const { costUsd, isCostKnown } = computeUsageTotal(group)
        if (id !== undefined) yield { id, costUsd, isCostKnown }
      }
    },
  }
}

const NO_IDS: ReadonlyMap<string, string> = new Map()

function groupBySession(answers: readonly SessionAnswer[]): ReadonlyMap<string, readonly SessionAnswer[]> {
  const groups = new Map<string, SessionAnswer[]>()
  for (const answer of answers) {
    const group = groups.get(answer.session)
    if (group) group.push(answer)
    else groups.set(answer.session, [answer])
  }
  return groups
}

function countBytes(
  logs: readonly FoundLog[],
  tell: (done: number, total: number) => void,
): (count: number) => void {
  const total = logs.reduce(
    (sum, { path }) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
  let done = 0
  return count => {
    done += count
    tell(Math.min(done, total), total)
  }
}
