import type {
  CacheBreak,
  CacheBreakReport,
  Compaction,
  ContextPoint,
  ReferenceRow,
  ToolRow,
  UsageGroup,
  UsageProblem,
  UsageRow,
  UsageTotal,
} from '@antiphon/search'

/** A line of a long answer. */
export type ReportLine<Report> =
  /** `done` of `total`: files, or bytes of a file. */
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'report'; readonly report: Report }

/** By what answers are put together. */
export type NumbersGroup = UsageGroup | 'tool'

/** What the bars over time are made of. */
export type NumbersStack = 'model' | 'project' | 'session' | 'tool' | 'none'

export type NumbersQuestion = {
  readonly by: NumbersGroup
  readonly stack: NumbersStack
  /** The first and the last day, as `2026-11-15`; both count. */
  readonly since?: string
  readonly until?: string
  /** A directory: what was started in it or below it. */
  readonly project?: string
  /** The id of a session in the list. */
  readonly session?: string
  /** In which days are told; the server's own unless told. */
  readonly timezone?: string
}

export type SessionQuestion = { readonly session: string }

export type ReferencesQuestion = Partial<Omit<NumbersQuestion, 'by' | 'stack'>>

/** What was attached; the first of it by how often. */
export type ReferencesReport = {
  readonly times: number
  readonly things: number
  readonly prompts: number
  readonly rows: readonly ReferenceNumbers[]
}

/** Its label is empty where its kind says all. */
export type ReferenceNumbers = Omit<ReferenceRow, 'kind' | 'last'>

export type NumbersReport = {
  readonly by: NumbersGroup
  readonly timeZone: string
  /** The month of the prices. */
  readonly pricesAsOf: string
  readonly total: NumbersTotal
  /** Empty where tools were asked for. */
  readonly rows: readonly NumbersRow[]
  /** Null unless they were asked for. */
  readonly tools: readonly ToolNumbers[] | null
  readonly series: NumbersSeries
  /** The first and the last day on which there is anything, whatever the period; null where there is nothing. */
  readonly span: { readonly first: string; readonly last: string } | null
  readonly files: { readonly total: number; readonly read: number; readonly bytes: number }
  readonly problems: NumbersProblems
  /** False where what was counted could not be kept for the next time. */
  readonly isCacheWritten: boolean
}

/** What could not be counted: the first few, and how many there are. */
export type NumbersProblems = {
  readonly count: number
  readonly first: readonly Pick<UsageProblem, 'path' | 'reason'>[]
}

/** Its sessions are null for a sum of rows that may share them. */
export type NumbersTotal = Omit<UsageTotal, 'sessions'> & { readonly sessions: number | null }

export type NumbersRow = NumbersTotal &
  Pick<UsageRow, 'key'> & {
    /** Of the session, where the row is one. */
    readonly id: string | null
    /** How many rows this one stands for, where it is the rest of a long table. */
    readonly rest: number | null
  }

export type ToolNumbers = Omit<ToolRow, 'sessions'> & Pick<NumbersRow, 'sessions' | 'rest'>

/** Bars over time, without gaps. */
export type NumbersSeries = {
  readonly unit: 'day' | 'week' | 'month'
  /** What the bars are made of, the dearest first; null for what has no name. */
  readonly names: readonly (string | null)[]
  /** Whose costs hold an estimate; as many as there are names. */
  readonly isEstimated: readonly boolean[]
  /** The ids of the sessions that the names are, where they are sessions. */
  readonly ids: readonly (string | null)[]
  /** True where the last of the names stands for several. */
  readonly hasRest: boolean
  readonly bars: readonly NumbersBar[]
  /** Answers without a time, or too far from the others to be drawn. */
  readonly leftOut: number
}

export type NumbersBar = {
  /** Its first day. */
  readonly from: string
  /** As many as there are names. */
  readonly costs: readonly number[]
  readonly tokens: readonly number[]
}

/** What fills a context window, estimated by the sizes of messages and corrected by what the API counted. */
export type ContextPart =
  | 'user'
  | 'assistant'
  | 'calls'
  | 'results'
  | 'attachments'
  | 'memory'
  /** The system prompt and the tools, where the log holds their text. */
  | 'prompt'
  /** The same where it does not: what the first answer read beyond its messages. */
  | 'system'
  /** What neither messages nor the system prompt explain. */
  | 'unexplained'

export type ContextReport = {
  /** How many answers there are; of many only some are told. */
  readonly answers: number
  readonly points: readonly ContextAnswer[]
  readonly compactions: readonly Compaction[]
}

/** Where an answer stands. */
export type AnswerPlace = { readonly id: string; readonly uuid: string | null; readonly seq: number }

export type ContextAnswer = Pick<ContextPoint, 'at' | 'model' | 'tokens' | 'maxTokens'> & {
  /** Which answer it is; the first is 0. */
  readonly index: number
  /** They add up to `tokens`. */
  readonly parts: Readonly<Record<ContextPart, number>>
  readonly place: AnswerPlace | null
}

export type BreakReport = Omit<CacheBreakReport, 'breaks'> & {
  /** In the order of time; of very many the dearest. */
  readonly breaks: readonly NumbersBreak[]
  readonly count: number
  readonly problems: NumbersProblems
}

/** `agent` is the subagent whose cache it was; null for the session itself. */
export type NumbersBreak = Omit<CacheBreak, 'id' | 'explanation' | 'readTokens'> & {
  readonly place: AnswerPlace | null
}

export type SessionCost = {
  readonly id: string
  /** A lower bound where `isCostKnown` is false. */
  readonly costUsd: number
  readonly isCostKnown: boolean
  /** With an estimate of the output where its record cannot be true. */
  readonly costUsdAtLeast: number
}
