import type { ApiRequest } from '@antiphon/contract'
import type { PlanWish } from '@antiphon/core/api'
import type { ToldSession } from '@antiphon/core/compare'
import type { ToolTrace } from '@antiphon/core/inspect'
import type { UpdateOutcome } from '@antiphon/search'
import type { SessionChangesAnswer } from '../changes/read-session-changes.ts'
import type { Judgement } from '../doctor/judge-log.ts'
import type { MendRefusal } from '../doctor/mend-log.ts'
import type { Json } from '../json/json.ts'
import type { FoundLog } from '../logs/find-log.ts'
import type { PlaceQuestion } from '../model-view/find-place.ts'
import type { NumbersReportQuestion } from '../numbers/read-numbers-report.ts'
import type { ReferencesPeriod } from '../numbers/read-references-report.ts'
import type { TellProgress } from '../numbers/tell-progress.ts'
import type { ProjectsWish, UsageSourceOptions } from '../numbers/usage-source.ts'
import type { MendOutcome, SessionReport } from '../protocol/doctor-protocol.ts'
import type { HomeQuestion, HomeReport, SessionOutcome } from '../protocol/home-protocol.ts'
import type { ModelView } from '../protocol/model-protocol.ts'
import type {
  BreakReport,
  ContextReport,
  NumbersReport,
  ReferencesReport,
  SessionCost,
} from '../protocol/numbers-protocol.ts'
import type { Comparison, SharePreview } from '../protocol/share-protocol.ts'
import type { CountedLog } from '../sessions/count-logs.ts'
import type { ToldQuestion } from '../share/read-told-session.ts'
import type { SharedFile, ShareQuestion } from '../share/share-session.ts'

/** What is heard of a job before it is done. */
export type JobControls = {
  readonly signal: AbortSignal
  readonly onProgress: TellProgress
}

/** A place of a log, and before which message of its request a page shall end. */
export type ModelQuestion = {
  readonly log: FoundLog
  readonly place: PlaceQuestion
  readonly before?: number | undefined
  /** Another way to the request, where somebody tries one. */
  readonly wish?: PlanWish | undefined
}

export type TraceQuestion = { readonly log: FoundLog; readonly tool: string }

/** A log with those of its subagents. */
export type FamilyQuestion = { readonly log: FoundLog; readonly agents: readonly FoundLog[] }

export type MendQuestion = { readonly path: string; readonly fingerprint: string }

/**
 * All that needs logs whole, and so takes seconds of large ones. Questions and answers go from process to process: they
 * are plain values, and what is large is JSON already.
 */
export type Jobs = {
  readonly judge: { readonly question: string; readonly answer: Judgement }
  readonly report: { readonly question: FoundLog; readonly answer: Json<SessionReport> }
  readonly mend: { readonly question: MendQuestion; readonly answer: MendOutcome | MendRefusal }
  readonly modelView: { readonly question: ModelQuestion; readonly answer: Json<ModelView> | null }
  readonly modelRequest: { readonly question: ModelQuestion; readonly answer: Json<ApiRequest> | null }
  readonly trace: { readonly question: TraceQuestion; readonly answer: Json<ToolTrace> | null }
  readonly context: { readonly question: FoundLog; readonly answer: ContextReport }
  readonly breaks: { readonly question: FamilyQuestion; readonly answer: BreakReport }
  readonly changes: { readonly question: FamilyQuestion; readonly answer: SessionChangesAnswer }
  readonly numbers: {
    readonly question: NumbersReportQuestion & ProjectsWish
    readonly answer: NumbersReport
  }
  readonly references: {
    readonly question: ReferencesPeriod & ProjectsWish
    readonly answer: ReferencesReport
  }
  readonly sharePreview: { readonly question: string; readonly answer: Json<SharePreview> }
  readonly share: { readonly question: ShareQuestion; readonly answer: SharedFile }
  readonly told: { readonly question: ToldQuestion; readonly answer: Json<ToldSession> }
  readonly compare: {
    readonly question: { readonly one: ToldQuestion; readonly other: ToldQuestion }
    readonly answer: Json<Comparison>
  }
  readonly home: { readonly question: HomeQuestion & ProjectsWish; readonly answer: HomeReport }
  readonly outcome: { readonly question: FoundLog; readonly answer: SessionOutcome }
  /** By path; a file that cannot be read is left out. */
  readonly count: { readonly question: readonly string[]; readonly answer: readonly CountedLog[] }
  readonly costs: { readonly question: ProjectsWish; readonly answer: readonly SessionCost[] }
  /** A part of the logs is indexed; the question names segments that were found to be damaged. */
  readonly index: { readonly question: readonly string[]; readonly answer: UpdateOutcome }
}

export type JobKind = keyof Jobs
export type QuestionOf<Kind extends JobKind> = Jobs[Kind]['question']
export type AnswerOf<Kind extends JobKind> = Jobs[Kind]['answer']

export type JobTable = {
  readonly [Kind in JobKind]: (question: QuestionOf<Kind>, events: JobControls) => Promise<AnswerOf<Kind>>
}

/** What is done for a whole list comes behind what somebody asked and waits for. */
export const LOW_PRIORITY: ReadonlySet<JobKind> = new Set([
  'judge',
  'numbers',
  'references',
  'costs',
  'home',
  'outcome',
  'count',
  'index',
])

/** What a worker knows from its start. */
export type JobOptions = UsageSourceOptions
