/** Everything that a loop tells while it runs: messages, which are stored, and signals, which are not. */
export type { QueryEvent } from '@antiphon/core/message'

/** Why a loop came to its end. */
export type QueryEnd =
  | { readonly reason: 'completed'; readonly stopReason: string | null }
  | { readonly reason: 'max-turns'; readonly turns: number }
  | { readonly reason: 'max-budget'; readonly kind: 'usd' | 'tokens'; readonly detail: string }
  | { readonly reason: 'interrupted' }
  | { readonly reason: 'stopped-by-hook'; readonly detail: string }
  | { readonly reason: 'refused'; readonly detail: string }
  | { readonly reason: 'failed'; readonly detail: string; readonly code: string }
