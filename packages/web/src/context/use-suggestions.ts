import type { ContextSuggestion } from '@antiphon/server/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pause } from '../browser/pause.ts'
import { createFailure } from '../client/failure.ts'
import type { AgentFinder } from '../commands/agent-finder.ts'
import { useClient } from '../page/page-context.ts'
import type { ContextKind } from './picker-options.ts'

export type Suggestions = {
  readonly found: readonly ContextSuggestion[]
  readonly isLooking: boolean
  readonly hasFailed: boolean
}

export type UseSuggestionsOptions = {
  /** In whose folder to look. */
  readonly agent: AgentFinder
  readonly kind: ContextKind | undefined
  readonly query: string
}

/** What could be attached, as somebody types; what was found before stays until the next is there. */
export function useSuggestions({ agent, kind, query }: UseSuggestionsOptions): Suggestions {
  const client = useClient()
  const { data, isError, isFetching } = useQuery({
    queryKey: ['suggestions', agent.key, kind, query],
    enabled: agent.key !== undefined,
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      // Whoever types on is not asked about every letter.
      await pause(PAUSE_MS, signal)
      const chat = await agent.find()
      if (chat === null) throw createFailure('missing', 'There is no agent.')
      return await client.suggestContext({ chat, query, ...(kind && { kind }) }, signal)
    },
  })
  const isLooking = isFetching || agent.key === undefined
  return { found: (!isError && data) || NOTHING, isLooking, hasFailed: isError && !isLooking }
}

const NOTHING: readonly ContextSuggestion[] = []
const PAUSE_MS = 60
