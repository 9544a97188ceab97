import type { ChangesReport } from '@antiphon/server/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsVisible } from '../browser/use-is-visible.ts'
import { useClient } from '../page/page-context.ts'

/** A log that is longer is read whole when somebody wants it. */
export const LONGEST_UNASKED: number = 32 * 1024 * 1024

export type UseChangesOptions = {
  readonly session: string
  /** How far the log is known to reach. */
  readonly end: number
  readonly isWanted: boolean
}

/** What a session changed; asked for again while the log grows, the more seldom the longer it takes. */
export function useChanges({ session, end, isWanted }: UseChangesOptions): {
  readonly report: ChangesReport | undefined
  readonly error: Error | null
} {
  const client = useClient()
  const isOpen = useIsVisible() && isWanted && end > 0
  const { data, error, isFetching, refetch } = useQuery<Seen>({
    queryKey: ['files', session],
    enabled: isOpen,
    staleTime: ({ state }) => (state.data && state.data.seen >= end ? Number.POSITIVE_INFINITY : 0),
    async queryFn({ signal }) {
      const start = performance.now()
      const report = await client.get('files', { session }, signal)
      return { report, seen: Math.max(report.end, end), took: performance.now() - start }
    },
  })
  const isBehind = isOpen && !isFetching && data !== undefined && end > data.seen
  const pause = Math.max(AGAIN_MS, (data?.took ?? 0) * 20)
  useEffect(() => {
    if (!isBehind) return
    const timer = setTimeout(refetch, pause)
    return () => clearTimeout(timer)
  }, [isBehind, refetch, pause])
  return { report: data?.report, error }
}

/** A report, how far the log was known to reach when it came, and how long it took. */
type Seen = { readonly report: ChangesReport; readonly seen: number; readonly took: number }

const AGAIN_MS = 5000
