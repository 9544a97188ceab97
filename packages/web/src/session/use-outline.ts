import type { Outline } from '@antiphon/server/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsVisible } from '../browser/use-is-visible.ts'
import { useClient } from '../page/page-context.ts'

/** A session's outline; asked for again, now and then, while the log grows. It is no need: without it the story stands alone. */
export function useOutline(session: string, end: number): Outline | undefined {
  const client = useClient()
  const isOpen = useIsVisible() && end > 0
  const { data, isFetching, refetch } = useQuery<Seen>({
    queryKey: ['outline', session],
    enabled: isOpen,
    staleTime: ({ state }) => (state.data && state.data.seen >= end ? Number.POSITIVE_INFINITY : 0),
    async queryFn({ signal }) {
      const outline = await client.get('outline', { session }, signal)
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

/** An outline, and how far the log was known to reach when it came. */
type Seen = { readonly outline: Outline; readonly seen: number }

const AGAIN_MS = 5000
