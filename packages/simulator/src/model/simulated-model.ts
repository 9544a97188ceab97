import type { ApiRequest, ContentBlock, JsonObject } from '@antiphon/contract'
import type { Usage } from '@antiphon/core'

/** What answers: it is handed a request that the contract accepts, and says what the model says. */
export interface SimulatedModel {
  readonly name: string
  /** What its answers say who gave them; the model that was asked for unless told, as the API does it. */
  readonly answersAs?: string
  answer(request: ApiRequest, turn: ModelTurn): Answer | Promise<Answer>
}

export type ModelTurn = {
  /** How many requests were answered before this one. */
  readonly number: number
  /** Between 0 and 1; the same again for the same seed. */
  readonly random: () => number
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
}

/** What a model says. Ids, signatures and usage are the simulator's to add. */
export type Answer = {
  readonly blocks: readonly AnswerBlock[]
  /** `tool_use` where the answer calls a tool, else `end_turn`, unless told. */
  readonly stopReason?: string
  readonly stopSequence?: string
  readonly stopDetails?: JsonObject
  /** Counted from the blocks unless told. */
  readonly outputTokens?: number
  /** What a recording says instead of what is counted here. */
  readonly usage?: Partial<Usage>
  /** Milliseconds before the first event. */
  readonly delay?: number
  /** Milliseconds between two deltas. */
  readonly pace?: number
}

/** A block as the model makes it: thinking gets its signature and a call its id where they are missing. */
export type AnswerBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature?: string }
  | { readonly type: 'tool_use'; readonly name: string; readonly input: JsonObject; readonly id?: string }
  | ContentBlock
