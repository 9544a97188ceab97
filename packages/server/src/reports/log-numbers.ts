import type { FoundLog } from '../logs/find-log.ts'
import { listAgentLogs } from '../logs/list-agents.ts'
import type { NumbersReportQuestion } from '../numbers/read-numbers-report.ts'
import type { ReferencesQuestion } from '../numbers/read-references-report.ts'
import { createSharedTurns } from '../numbers/shared-turns.ts'
import { tellProgress } from '../numbers/tell-progress.ts'
import type {
  BreakReport,
  ContextReport,
  NumbersReport,
  ReferencesReport,
  SessionCost,
  Told,
} from '../protocol/numbers-protocol.ts'
import type { Workers } from '../workers/workers.ts'

/** Numbers for the page; nothing is read before somebody asks, and no further once nobody listens. */
export interface LogNumbers {
  report(question: NumbersReportQuestion, signal: AbortSignal): Telling<NumbersReport>
  context(log: FoundLog, signal: AbortSignal): Telling<ContextReport>
  cacheBreaks(log: FoundLog, signal: AbortSignal): Telling<BreakReport>
  references(question: ReferencesQuestion, signal: AbortSignal): Telling<ReferencesReport>
  /** A line a session that used anything. */
  costs(signal: AbortSignal): AsyncGenerator<SessionCost, void, undefined>
}

type Telling<Report> = AsyncGenerator<Told<Report>, void, undefined>

export type LogNumbersOptions = { readonly roots: readonly string[]; readonly workers: Workers }

export function createLogNumbers({ roots, workers }: LogNumbersOptions): LogNumbers {
  const inTurn = createSharedTurns()
  return {
    report: (question, signal) =>
      tellProgress(tell =>
        inTurn(tell, onProgress => workers.run('numbers', question, { signal, onProgress })),
      ),
    context: (log, signal) => tellProgress(onProgress => workers.run('context', log, { signal, onProgress })),
    cacheBreaks: (log, signal) =>
      tellProgress(async onProgress => {
        const agents = await listAgentLogs(log, roots)
        return workers.run('breaks', { log, agents }, { signal, onProgress })
      }),
    references: (question, signal) =>
      tellProgress(onProgress => workers.run('references', question, { signal, onProgress })),
    async *costs(signal) {
      const nobody = (): void => {}
      yield* await inTurn(nobody, onProgress => workers.run('costs', null, { signal, onProgress }))
    },
  }
}
