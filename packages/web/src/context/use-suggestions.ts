import type { ContextSuggestion } from '@antiphon/server/protocol'
import { useEffect, useState } from 'react'
import { useClient } from '../page/page-context.ts'
import type { ContextKind } from './picker-options.ts'

export type Suggestions = {
  readonly found: readonly ContextSuggestion[]
  readonly isLooking: boolean
  readonly hasFailed: boolean
}

export type UseSuggestionsOptions = {
  /** Finds the agent in whose folder to look; null where it could not be started. */
  readonly findChat: () => Promise<string | null>
  readonly kind: ContextKind | undefined
  readonly query: string
}

/** What could be attached, as somebody types; what was found before stays until the next is there. */
export function useSuggestions({ findChat, kind, query }: UseSuggestionsOptions): Suggestions {
  const client = useClient()
  const [suggestions, setSuggestions] = useState<Suggestions>({
    found: [],
    isLooking: true,
    hasFailed: false,
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setSuggestions(before => ({ ...before, isLooking: true, hasFailed: false }))
    const timer = setTimeout(async () => {
      try {
        const chat = await findChat()
        if (signal.aborted) return
        const found =
          chat === null ? [] : await client.suggestContext({ chat, query, ...(kind && { kind }) }, signal)
        if (!signal.aborted) setSuggestions({ found, isLooking: false, hasFailed: chat === null })
      } catch {
        if (!signal.aborted) setSuggestions({ found: [], isLooking: false, hasFailed: true })
      }
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [client, findChat, kind, query])
  return suggestions
}

// Whoever types on is not asked about every letter.
const PAUSE_MS = 60
