import type { JsonObject, JsonValue } from '@antiphon/contract'

/** A piece of a block that is being written. */
export type ContentDelta =
  | TextDelta
  | InputJsonDelta
  | ThinkingDelta
  | SignatureDelta
  | CitationsDelta
  | CompactionDelta
  | UnknownDelta

export type TextDelta = { readonly type: 'text_delta'; readonly text: string }

/** A piece of the JSON text of a call's input; all pieces together are empty when the input is `{}`. */
export type InputJsonDelta = { readonly type: 'input_json_delta'; readonly partial_json: string }

export type ThinkingDelta = {
  readonly type: 'thinking_delta'
  readonly thinking: string
  readonly estimated_tokens?: number
}

/** Comes once, just before the thinking block ends. */
export type SignatureDelta = { readonly type: 'signature_delta'; readonly signature: string }

export type CitationsDelta = { readonly type: 'citations_delta'; readonly citation: JsonObject }

/** The whole summary at once (beta). */
export type CompactionDelta = { readonly type: 'compaction_delta'; readonly content: JsonValue }

/** A delta of a type that this version does not know. */
export type UnknownDelta = { readonly type: `unknown:${string}`; readonly [field: string]: unknown }
