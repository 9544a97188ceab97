import type { ContentBlock } from '@antiphon/contract'
import type { AssistantMessage, StopReason } from '../message/assistant-message.ts'
import type { Usage } from '../message/usage.ts'

/** What one more event of a model's stream gives. */
export type AccumulatedStep =
  | MessageStep
  | PatchStep
  | CompleteStep
  | DroppedStep
  | RestartedStep
  | ErrorStep
  | CutStep
  | UnexpectedStep

/** A block is finished: store it and, if it is a call, run it. Its stop reason is not known yet. */
export type MessageStep = { readonly kind: 'message'; readonly message: AssistantMessage }

/** What is known at the end of an answer. */
export type AnswerEnd = { readonly stopReason: StopReason | null; readonly usage: Usage }

/** The last entry with usage and stop reason; it replaces the one of the same uuid. Null if there is no block. */
export type PatchStep = AnswerEnd & { readonly kind: 'patch'; readonly message: AssistantMessage | null }

/** The answer arrived whole; `messages` are its entries, the last one patched. */
export type CompleteStep = AnswerEnd & {
  readonly kind: 'complete'
  readonly messages: readonly AssistantMessage[]
}

/** A block that must not be stored, and why: its JSON is broken, or the stream ended inside it. */
export type DroppedStep = {
  readonly kind: 'dropped'
  readonly reason: 'invalid-json' | 'unfinished'
  readonly block: ContentBlock
  readonly partialJson: string
}

/** The model began again before it had ended: take back `messages`, which were given before. */
export type RestartedStep = { readonly kind: 'restarted'; readonly messages: readonly AssistantMessage[] }

/** The API broke off; `messages` are what may be kept. */
export type ErrorStep = {
  readonly kind: 'error'
  readonly error: { readonly type: string; readonly message: string }
  readonly messages: readonly AssistantMessage[]
}

/** The stream ended without `message_stop`; `messages` are what may be kept. */
export type CutStep = AnswerEnd & { readonly kind: 'cut'; readonly messages: readonly AssistantMessage[] }

/** An event that cannot stand where it came; it changed nothing. */
export type UnexpectedStep = { readonly kind: 'unexpected'; readonly type: string; readonly detail: string }
