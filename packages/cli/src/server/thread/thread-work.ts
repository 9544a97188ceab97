import type { BreakReport, ContextReport, NumbersReport, SessionCost } from '@antiphon/web/backend'
import { safeJson } from '../../terminal/safe-json.ts'
import { type Judgement, judgeLog } from '../doctor/judge-log.ts'
import { reportLog } from '../doctor/report-log.ts'
import type { FoundLog } from '../logs/find-log.ts'
import { encodeLogId } from '../logs/log-id.ts'
import type { PlaceQuestion } from '../model-view/find-place.ts'
import { formatModelView } from '../model-view/format-model-view.ts'
import { readModelView } from '../model-view/read-model-view.ts'
import { countBytes } from '../numbers/count-bytes.ts'
import { readBreakReport } from '../numbers/read-break-report.ts'
import { readContextReport } from '../numbers/read-context-report.ts'
import { type NumbersReportQuestion, readNumbersReport } from '../numbers/read-numbers-report.ts'
import { readSessionCosts } from '../numbers/read-session-costs.ts'
import type { TellProgress } from '../numbers/tell-progress.ts'
import { createUsageSource, type UsageSourceOptions } from '../numbers/usage-source.ts'

/** What is heard of a work before it is done. */
export type WorkEvents = {
  readonly signal: AbortSignal
  readonly onProgress: TellProgress
}

/** A place of a log, and before which message of its request a page shall end. */
export type ModelQuestion = {
  readonly log: FoundLog
  readonly place: PlaceQuestion
  readonly before?: number | undefined
}

export type BreaksQuestion = { readonly log: FoundLog; readonly agents: readonly FoundLog[] }

/**
 * All that needs logs whole, and so takes seconds of large ones. Questions and answers go from thread to thread: they
 * are plain values, and what is large is JSON already.
 */
export type Works = {
  readonly judge: { readonly question: string; readonly answer: Judgement }
  readonly report: { readonly question: FoundLog; readonly answer: string }
  readonly modelView: { readonly question: ModelQuestion; readonly answer: string | null }
  readonly modelRequest: { readonly question: ModelQuestion; readonly answer: string | null }
  readonly context: { readonly question: FoundLog; readonly answer: ContextReport }
  readonly breaks: { readonly question: BreaksQuestion; readonly answer: BreakReport }
  readonly numbers: { readonly question: NumbersReportQuestion; readonly answer: NumbersReport }
  readonly costs: { readonly question: null; readonly answer: readonly SessionCost[] }
}

export type WorkKind = keyof Works
export type QuestionOf<Kind extends WorkKind> = Works[Kind]['question']
export type AnswerOf<Kind extends WorkKind> = Works[Kind]['answer']

export type WorkTable = {
  readonly [Kind in WorkKind]: (question: QuestionOf<Kind>, events: WorkEvents) => Promise<AnswerOf<Kind>>
}

/** What a thread knows from its start. */
export type WorkOptions = UsageSourceOptions

export function createWorkTable({ roots, cacheFolder }: WorkOptions): WorkTable {
  const usage = createUsageSource({ roots, cacheFolder })
  return {
    judge: judgeLog,
    report: async log => safeJson(await reportLog(log)),
    async modelView({ log, place, before }, { signal }) {
      const view = await readModelView(log, place, signal)
      return view && formatModelView(view, { log: encodeLogId(log), before })
    },
    async modelRequest({ log, place }, { signal }) {
      const view = await readModelView(log, place, signal)
      return view && safeJson(view.request)
    },
    context: (log, { signal, onProgress }) =>
      readContextReport(log, { signal, onBytes: countBytes([log], onProgress) }),
    breaks: ({ log, agents }, { signal, onProgress }) =>
      readBreakReport(log, { agents, signal, onBytes: countBytes([log, ...agents], onProgress) }),
    numbers: (question, events) => readNumbersReport(question, { roots, usage, ...events }),
    costs: (_, events) => readSessionCosts({ roots, usage, ...events }),
  }
}
