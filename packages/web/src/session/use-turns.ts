import type { TurnOutline } from '@antiphon/server/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsVisible } from '../browser/use-is-visible.ts'
import { useClient } from '../page/page-context.ts'

/** The turns of all of a session; asked for again, now and then, while the log grows. Without them the story stands alone. */
export function useTurns(session: string, end: number): TurnOutline | undefined {
  const client = useClient()
  const isOpen = useIsVisible() && end > 0
  const { data, isFetching, refetch } = useQuery<Seen>({
    queryKey: ['turns', session],
    enabled: isOpen,
    staleTime: ({ state }) => (state.data && state.data.seen >= end ? Number.POSITIVE_INFINITY : 0),
    async queryFn({ signal }) {
      const outline = await client.get('turns', { session }, signal)
      return { outline, seen: Math.max(outline.end, end) }
    },
  })
  const isBehind = isOpen && !isFetching && end > (data?.seen ?? -1)
  useEffect(() => {
    if (!isBehind) return
    const timer = setTimeout(refetch, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isBehind, refetch])
  return data?.outline
}

/** The turns, and how far the log was known to reach when they came. */
type Seen = { readonly outline: TurnOutline; readonly seen: number }

const AGAIN_MS = 5000
