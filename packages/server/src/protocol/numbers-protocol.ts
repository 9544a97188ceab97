import type { ContextReference } from '@antiphon/core'

/** A line of a long answer. */
export type Told<Report> =
  /** `done` of `total`: files, or bytes of a file. */
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'report'; readonly report: Report }

/** By what answers are put together. */
export type NumbersGroup = 'day' | 'week' | 'month' | 'project' | 'model' | 'session' | 'tool'

/** What the bars over time are made of. */
export type NumbersStack = 'model' | 'project' | 'none'

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

export type ReferenceNumbers = {
  readonly type: ContextReference['type']
  /** Empty where its kind says all. */
  readonly label: string
  readonly times: number
  readonly prompts: number
  readonly sessions: number
}

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
  readonly files: { readonly total: number; readonly read: number; readonly bytes: number }
  readonly problems: NumbersProblems
  /** False where what was counted could not be kept for the next time. */
  readonly isCacheWritten: boolean
}

/** What could not be counted: the first few, and how many there are. */
export type NumbersProblems = {
  readonly count: number
  readonly first: readonly { readonly path: string; readonly reason: string }[]
}

export type NumbersTotal = {
  readonly answers: number
  readonly subagentAnswers: number
  /** Null for a sum of rows that may share sessions. */
  readonly sessions: number | null
  /** As the logs record them. */
  readonly tokens: NumbersTokens
  /** A lower bound where `isCostKnown` is false. */
  readonly costUsd: number
  readonly isCostKnown: boolean
  /** Answers whose record of output cannot be true; the output and the cost with an estimate in its place. */
  readonly estimatedAnswers: number
  readonly outputAtLeast: number
  readonly costUsdAtLeast: number
  readonly unpricedModels: readonly string[]
  readonly firstAt: string | null
  readonly lastAt: string | null
}

export type NumbersTokens = {
  readonly input: number
  readonly output: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly cacheRead: number
  readonly total: number
}

export type NumbersRow = NumbersTotal & {
  /** The day, week or month, the directory, the model or the session's id; null for answers that do not tell it. */
  readonly key: string | null
  /** Of the session, where the row is one. */
  readonly id: string | null
  /** How many rows this one stands for, where it is the rest of a long table. */
  readonly rest: number | null
}

export type ToolNumbers = {
  readonly tool: string
  readonly calls: number
  /** Estimated by the size of the results. */
  readonly resultTokens: number
  readonly maxTokens: number
  readonly sessions: number | null
  /** Of all results, from 0 to 1. */
  readonly share: number
  readonly rest: number | null
}

/** Bars over time, without gaps. */
export type NumbersSeries = {
  readonly unit: 'day' | 'week' | 'month'
  /** What the bars are made of, the dearest first; null for what has no name. */
  readonly names: readonly (string | null)[]
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
  readonly compactions: readonly ContextCompaction[]
}

/** A place in a log. */
export type LogPlace = { readonly id: string; readonly uuid: string | null; readonly seq: number }

export type ContextAnswer = {
  /** Which answer it is; the first is 0. */
  readonly index: number
  readonly at: string | null
  readonly model: string
  readonly tokens: number
  readonly maxTokens: number
  /** They add up to `tokens`. */
  readonly parts: Readonly<Record<ContextPart, number>>
  readonly place: LogPlace | null
}

export type ContextCompaction = {
  /** How many answers came before it. */
  readonly index: number
  readonly at: string | null
  readonly trigger: string | null
  readonly preTokens: number | null
}

export type BreakReason =
  | 'expired'
  | 'model-changed'
  | 'speed-changed'
  | 'compaction'
  | 'context-cleared'
  | 'prefix-changed'

export type BreakReport = {
  /** In the order of time; of very many the dearest. */
  readonly breaks: readonly NumbersBreak[]
  readonly count: number
  readonly requests: number
  readonly resentTokens: number
  /** A lower bound where `isCostKnown` is false. */
  readonly extraUsd: number
  readonly isCostKnown: boolean
  readonly problems: NumbersProblems
}

export type NumbersBreak = {
  /** The subagent whose cache it was; null for the session itself. */
  readonly agent: string | null
  readonly at: string | null
  readonly model: string
  readonly reason: BreakReason
  readonly elapsedMs: number | null
  readonly cachedTokens: number
  readonly resentTokens: number
  readonly extraUsd: number
  readonly isCostKnown: boolean
  readonly place: LogPlace | null
}

export type SessionCost = {
  readonly id: string
  /** A lower bound where `isCostKnown` is false. */
  readonly costUsd: number
  readonly isCostKnown: boolean
  /** With an estimate of the output where its record cannot be true. */
  readonly costUsdAtLeast: number
}
