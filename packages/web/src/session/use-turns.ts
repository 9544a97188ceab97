import type { TurnOutline } from '@antiphon/server/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useIsVisible } from '../browser/use-is-visible.ts'
import { useClient } from '../page/page-context.ts'

export type TurnsOptions = {
  readonly session: string
  /** The stretch that is loaded, and how long the log is. */
  readonly from: number
  readonly to: number
  readonly end: number
}

/**
 * The turns of a session, of very many those around what is read; asked for again, now and then, while the log grows.
 * Without them the story stands alone.
 */
export function useTurns({ session, from, to, end }: TurnsOptions): TurnOutline | undefined {
  const client = useClient()
  const isOpen = useIsVisible() && end > 0
  const [around, setAround] = useState<number>()
  const { data, isFetching, refetch } = useQuery<Seen>({
    queryKey: ['turns', session, around],
    placeholderData: keepPreviousData,
    enabled: isOpen,
    staleTime: ({ state }) => (state.data && state.data.seen >= end ? Number.POSITIVE_INFINITY : 0),
    async queryFn({ signal }) {
      const question = { session, ...(around !== undefined && { around }) }
      const outline = await client.get('turns', question, signal)
      return { outline, seen: Math.max(outline.end, end) }
    },
  })
  const isBehind = isOpen && !isFetching && end > (data?.seen ?? -1)
  useEffect(() => {
    if (!isBehind) return
    const timer = setTimeout(refetch, end < SHORT_LOG ? AGAIN_MS / 5 : AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isBehind, refetch, end])
  const known = data?.outline
  const isBeside = known !== undefined && end > 0 && !reaches(known, from, to)
  useEffect(() => {
    if (isBeside && !isFetching) setAround(from)
  }, [isBeside, isFetching, from])
  return known
}

/** Whether the turns are those of a stretch. */
function reaches({ turns, count }: TurnOutline, from: number, to: number): boolean {
  const [first, last] = [turns[0], turns.at(-1)]
  if (!first || !last || turns.length >= count) return true
  return (first.number === 1 || first.seq <= from) && (last.number === count || last.seq >= to)
}

/** The turns, and how far the log was known to reach when they came. */
type Seen = { readonly outline: TurnOutline; readonly seen: number }

const AGAIN_MS = 5000

/** Bytes that are read again at once. */
const SHORT_LOG = 1_000_000
