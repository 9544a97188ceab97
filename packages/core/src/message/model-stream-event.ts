import type { ContentBlock, JsonObject, JsonValue } from '@antiphon/contract'
import type { ContentDelta } from './content-delta.ts'
import type { Usage } from './usage.ts'

/** One event of the Messages API's stream, in the order of research api-rules §2.1. */
export type ModelStreamEvent =
  | MessageStartEvent
  | ContentBlockStartEvent
  | ContentBlockDeltaEvent
  | ContentBlockStopEvent
  | MessageDeltaEvent
  | MessageStopEvent
  | PingEvent
  | StreamErrorEvent
  | UnknownStreamEvent

/** Opens an answer that has no content yet. */
export type MessageStartEvent = {
  readonly type: 'message_start'
  readonly message: {
    readonly id: string
    readonly type: 'message'
    readonly role: 'assistant'
    readonly model: string
    readonly content: readonly ContentBlock[]
    readonly stop_reason: string | null
    readonly stop_sequence: string | null
    readonly usage: Partial<Usage>
    readonly container?: JsonObject | null
    readonly context_management?: JsonObject | null
    readonly diagnostics?: JsonValue
    readonly input_transformations?: JsonValue
  }
}

/** Opens a block; results of server tools and redacted thinking arrive whole in it. */
export type ContentBlockStartEvent = {
  readonly type: 'content_block_start'
  readonly index: number
  readonly content_block: ContentBlock
}

export type ContentBlockDeltaEvent = {
  readonly type: 'content_block_delta'
  readonly index: number
  readonly delta: ContentDelta
}

export type ContentBlockStopEvent = { readonly type: 'content_block_stop'; readonly index: number }

/** Tells why the model stopped and what it used so far; may come more than once. */
export type MessageDeltaEvent = {
  readonly type: 'message_delta'
  readonly delta: {
    readonly stop_reason?: string | null
    readonly stop_sequence?: string | null
    readonly stop_details?: JsonObject | null
    readonly container?: JsonObject | null
  }
  /** Cumulative counts; a field that is absent keeps its earlier value. */
  readonly usage?: Partial<Usage>
  readonly context_management?: JsonObject | null
  readonly input_transformations?: JsonValue
}

export type MessageStopEvent = { readonly type: 'message_stop' }

export type PingEvent = { readonly type: 'ping' }

/** Ends the stream without `message_stop`. */
export type StreamErrorEvent = {
  readonly type: 'error'
  readonly error: { readonly type: string; readonly message: string; readonly details?: JsonValue }
  readonly request_id?: string | null
}

/** An event of a type that this version does not know; a client must ignore it. */
export type UnknownStreamEvent = { readonly type: `unknown:${string}`; readonly [field: string]: unknown }

const KNOWN_TYPES: ReadonlySet<unknown> = new Set<Exclude<ModelStreamEvent, UnknownStreamEvent>['type']>([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
  'error',
])

/** True for the type of an event that a client must understand. */
export function isKnownStreamEventType(type: unknown): boolean {
  return KNOWN_TYPES.has(type)
}
