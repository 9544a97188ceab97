import type { UsageSum } from '@antiphon/core/usage'

/** Something of a session that is told to a collector: as a span, as measurements, as an event. */
export type Happening = PromptSaid | AgentTurn | HappenedRequest | CallDecided | HappenedCall

/** Where it stands in a trace. */
export type TracePlace = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
}

/** Somebody said something. */
export type PromptSaid = {
  readonly kind: 'prompt'
  readonly promptId: string
  readonly place: TracePlace
  readonly atMs: number
  readonly text: string
}

/** An agent, or one that works for it, from what it was told to its end. */
export type AgentTurn = {
  readonly kind: 'turn'
  readonly promptId: string
  readonly place: TracePlace
  readonly startMs: number
  readonly endMs: number
  readonly agentName: string
  /** Of one that works for another. */
  readonly agentId?: string
  readonly model: string
  readonly usage: UsageSum
  readonly error?: string
  readonly prompt: string
  readonly answer: string
}

/** A request to a model, with its answer or why there was none. */
export type HappenedRequest = {
  readonly kind: 'request'
  readonly promptId: string
  readonly place: TracePlace
  readonly startMs: number
  readonly endMs: number
  readonly firstChunkMs?: number
  readonly provider: string
  readonly requestModel: string
  readonly responseModel?: string
  readonly responseId?: string
  readonly requestId?: string
  readonly stopReason?: string
  /** Null where nobody told it. */
  readonly usage: UsageSum | null
  readonly error?: RequestError
  readonly attempt: number
  readonly source: 'main' | 'subagent' | 'auxiliary'
  /** What was said since the answer before, and the answer: blocks as they are stored. */
  readonly said: readonly TracedMessage[]
  readonly answer: readonly unknown[]
}

export type RequestError = { readonly type: string; readonly message: string; readonly status?: number }

export type TracedMessage = { readonly role: string; readonly content: unknown }

/** Whether a call may run, and who said so. */
export type CallDecided = {
  readonly kind: 'decision'
  readonly promptId: string
  readonly place: TracePlace
  readonly atMs: number
  readonly toolName: string
  readonly toolUseId: string
  readonly input: unknown
  readonly decision: CallDecision
}

export type CallDecision = {
  readonly behavior: 'accept' | 'reject'
  readonly source: 'config' | 'hook' | 'user_permanent' | 'user_temporary' | 'user_abort' | 'user_reject'
}

/** A call of a tool and its result. */
export type HappenedCall = {
  readonly kind: 'call'
  readonly promptId: string
  readonly place: TracePlace
  readonly startMs: number
  readonly endMs: number
  readonly agentName: string
  readonly toolName: string
  readonly toolUseId: string
  readonly input: unknown
  /** As the model reads it. */
  readonly result: unknown
  /** As the tool stored it. */
  readonly told: unknown
  readonly isError: boolean
  readonly decision: CallDecision
}
