import type { ApiRequest, ApiTarget } from '@antiphon/contract'

/** The API's prompt cache: what a request reads from it and writes to it. */
export interface PromptCache {
  look(request: ApiRequest, target: ApiTarget): CacheLook
}

/** A look into the cache. Until `write` is called, when the answer begins, others do not see what this request adds. */
export type CacheLook = { readonly outcome: CacheOutcome; readonly write: () => void }

export type CacheOutcome = {
  /** Tokens behind the last mark, and all of them where nothing could be cached: `input_tokens`. */
  readonly inputTokens: number
  readonly readTokens: number
  readonly written5mTokens: number
  readonly written1hTokens: number
  /** Why less was read than an earlier request left there; null where all was well. */
  readonly miss: CacheMiss | null
}

export type CacheMiss = {
  readonly reason: CacheMissReason
  /** The first block that differs from the earlier request: `messages.3.content.1`. */
  readonly path?: string
  /** What it was and what it is, around the first difference. */
  readonly before?: string
  readonly after?: string
}

/** The first four are the API's own (`diagnostics`); the others tell more than it does. */
export type CacheMissReason =
  | 'model_changed'
  | 'tools_changed'
  | 'system_changed'
  | 'messages_changed'
  | 'settings_changed'
  | 'expired'
  | 'too_short'
  | 'too_far_back'
  | 'no_marks'
