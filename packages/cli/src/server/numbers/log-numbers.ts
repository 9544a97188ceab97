import type { BreakReport, ContextReport, NumbersReport, SessionCost, Told } from '@antiphon/web/backend'
import type { FoundLog } from '../logs/find-log.ts'
import { listAgentLogs } from '../logs/list-agents.ts'
import type { Threads } from '../thread/threads.ts'
import type { NumbersReportQuestion } from './read-numbers-report.ts'
import { tellProgress } from './tell-progress.ts'

/** Numbers for the page; nothing is read before somebody asks, and no further once nobody listens. */
export interface LogNumbers {
  report(question: NumbersReportQuestion, signal: AbortSignal): Telling<NumbersReport>
  context(log: FoundLog, signal: AbortSignal): Telling<ContextReport>
  cacheBreaks(log: FoundLog, signal: AbortSignal): Telling<BreakReport>
  /** A line a session that used anything. */
  costs(signal: AbortSignal): AsyncGenerator<SessionCost, void, undefined>
}

type Telling<Report> = AsyncGenerator<Told<Report>, void, undefined>

export type LogNumbersOptions = { readonly roots: readonly string[]; readonly threads: Threads }

export function createLogNumbers({ roots, threads }: LogNumbersOptions): LogNumbers {
  const inTurn = createTurns()
  return {
    report: (question, signal) =>
      tellProgress(onProgress => inTurn(() => threads.run('numbers', question, { signal, onProgress }))),
    context: (log, signal) => tellProgress(onProgress => threads.run('context', log, { signal, onProgress })),
    cacheBreaks: (log, signal) =>
      tellProgress(async onProgress => {
        const agents = await listAgentLogs(log, roots)
        return threads.run('breaks', { log, agents }, { signal, onProgress })
      }),
    async *costs(signal) {
      yield* await inTurn(() => threads.run('costs', null, { signal }))
    },
  }
}

/** Whoever asks second finds counted what the first one waited for. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}
