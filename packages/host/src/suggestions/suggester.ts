import type { ContextSuggestion } from '@antiphon/core/chat'
import type { ContextSource } from './context-source.ts'

/** What of one kind could be attached, the best first. */
export type Suggester = (
  source: ContextSource,
  query: string,
  limit: number,
) => Promise<readonly ContextSuggestion[]> | readonly ContextSuggestion[]
