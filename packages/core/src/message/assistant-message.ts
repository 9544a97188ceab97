import type { JsonObject, JsonValue } from '@antiphon/contract'
import { type ContentBlock, toContentBlocks } from '@antiphon/contract'
import { NO_CONTENT_MESSAGE, SYNTHETIC_MODEL } from './synthetic-texts.ts'
import { EMPTY_USAGE, type Usage } from './usage.ts'
import { randomUUID, type UUID } from './uuid.ts'

/** An answer of the model, or of the program in its place. One answer may be stored as several entries with one `message.id`. */
export type AssistantMessage = {
  readonly type: 'assistant'
  readonly uuid: UUID
  readonly timestamp: string
  readonly message: APIAssistantMessage
  readonly requestId?: string
  readonly isApiErrorMessage?: boolean
  readonly apiError?: ApiErrorKind
  readonly error?: SDKAssistantMessageError
  readonly errorDetails?: string
  /** The HTTP status of the refusal; not in the seeds, written by Claude Code 2.1.179 and later. */
  readonly apiErrorStatus?: number
  readonly isVirtual?: true
  readonly isMeta?: true
  readonly advisorModel?: string
  /** Uuids of entries that this answer replaces, after a refusal or a broken stream. */
  readonly supersedesUuids?: readonly UUID[]
  readonly isAbortedMidStream?: boolean
}

/** An answer as the API gives it. */
export type APIAssistantMessage = {
  readonly id: string
  readonly type: 'message'
  readonly role: 'assistant'
  readonly model: string
  readonly content: readonly ContentBlock[]
  readonly stop_reason: StopReason | null
  readonly stop_sequence: string | null
  readonly usage: Usage
  readonly container?: JsonObject | null
  readonly context_management?: JsonObject | null
  readonly stop_details?: JsonObject | null
  readonly diagnostics?: JsonValue
}

/** Why the model stopped. Unknown reasons pass through. */
export type StopReason =
  | 'end_turn'
  | 'stop_sequence'
  | 'tool_use'
  | 'max_tokens'
  | 'pause_turn'
  | 'refusal'
  | 'model_context_window_exceeded'
  | 'compaction'
  | (string & {})

export type ApiErrorKind = 'max_output_tokens' | 'invalid_request' | (string & {})

/** The classes of failure that the Agent SDK tells apart. */
export type SDKAssistantMessageError =
  | 'authentication_failed'
  | 'billing_error'
  | 'rate_limit'
  | 'overloaded'
  | 'invalid_request'
  | 'model_not_found'
  | 'server_error'
  | 'max_output_tokens'
  | 'unknown'
  | (string & {})

type AssistantExtras = Partial<
  Pick<
    AssistantMessage,
    | 'uuid'
    | 'timestamp'
    | 'apiError'
    | 'apiErrorStatus'
    | 'error'
    | 'errorDetails'
    | 'requestId'
    | 'advisorModel'
  >
> & { readonly usage?: Usage; readonly isVirtual?: boolean; readonly isMeta?: boolean }

export type CreateAssistantMessageOptions = AssistantExtras & {
  readonly content: string | readonly ContentBlock[]
}

/** Makes an answer that no model gave: its model is `<synthetic>` and it cost nothing. */
export function createAssistantMessage(options: CreateAssistantMessageOptions): AssistantMessage {
  return baseCreateAssistantMessage(options)
}

/** Makes the answer that stands in the log where the API refused or failed; it is never sent back. */
export function createAssistantAPIErrorMessage(options: CreateAssistantMessageOptions): AssistantMessage {
  return baseCreateAssistantMessage({ ...options, isApiErrorMessage: true })
}

/** The ground of both factories: string content becomes one text block that is never empty. */
export function baseCreateAssistantMessage(
  options: CreateAssistantMessageOptions & { readonly isApiErrorMessage?: boolean },
): AssistantMessage {
  const {
    content,
    usage = EMPTY_USAGE,
    isApiErrorMessage = false,
    isVirtual,
    isMeta,
    uuid,
    timestamp,
    ...rest
  } = options
  return {
    type: 'assistant',
    uuid: uuid || randomUUID(),
    timestamp: timestamp ?? new Date().toISOString(),
    message: {
      id: randomUUID(),
      container: null,
      model: SYNTHETIC_MODEL,
      role: 'assistant',
      stop_reason: 'stop_sequence',
      stop_sequence: '',
      type: 'message',
      usage,
      content: content.length === 0 ? [{ type: 'text', text: NO_CONTENT_MESSAGE }] : toContentBlocks(content),
      context_management: null,
    },
    ...rest,
    isApiErrorMessage,
    ...(isVirtual && { isVirtual }),
    ...(isMeta && { isMeta }),
  }
}
