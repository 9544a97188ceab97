import type { FoldLine, HitOrder, SearchProgress } from '@antiphon/server/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pause } from '../browser/pause.ts'
import { useClient } from '../page/page-context.ts'
import { queryLines } from '../page/page-queries.ts'
import { useAnswer } from '../page/use-answer.ts'
import { addFoldLines, type FoldState, NO_FOLD } from './fold-state.ts'
import { keepSearchMemory, readSearchMemory } from './search-memory.ts'

/** What a search gave so far. */
export type FoldedSearch = {
  readonly fold: FoldState
  readonly isSearching: boolean
  /** What is shown was found for the words before. */
  readonly isOld: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** One name for a search and its order. */
export function toSearchKey(words: string, order: HitOrder): string {
  return `${order} ${words}`
}

export type UseFoldOptions = {
  readonly words: string
  readonly order: HitOrder
  /** Another number since the field was empty: what was found before that is not shown again. */
  readonly beginning: number
}

/** Searches as one types: each change calls off the search before it, whose results stay until there is something else. */
export function useFold({ words, order, beginning }: UseFoldOptions): FoldedSearch {
  const client = useClient()
  const key = toSearchKey(words, order)
  const known = readSearchMemory(key)
  const isKnown = known.fold.totals?.isComplete === true
  async function* ask(signal: AbortSignal): AsyncGenerator<FoldLine> {
    await pause(PAUSE_MS, signal)
    yield* client.lines('search/sessions', { q: words, order }, signal)
  }
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery<FoldState>({
    queryKey: ['search/sessions', words, order, beginning],
    enabled: words !== '',
    placeholderData: (before, asked) => (asked?.queryKey[3] === beginning ? before : undefined),
    queryFn: queryLines({ ask, start: NO_FOLD, add: addFoldLines, everyMs: BATCH_MS }),
    ...(isKnown && { initialData: known.fold, initialDataUpdatedAt: known.at, staleTime: FRESH_MS }),
  })
  const fold = words === '' || error || !data ? NO_FOLD : data
  useEffect(() => {
    if (!isPlaceholderData && fold.totals?.isComplete) keepSearchMemory(key, { fold, at: Date.now() })
  }, [key, fold, isPlaceholderData])
  return {
    fold,
    isSearching: isFetching,
    isOld: isPlaceholderData,
    error: isFetching ? null : error,
    retry: () => void refetch(),
  }
}

// Shorter than between two letters of most who type; who is faster has each search called off by the next.
const PAUSE_MS = 80
// Numbers that grow faster than this nobody reads; each time all that was found is sorted.
const BATCH_MS = 200
// Whoever comes back from a hit finds what they left, and is not made to wait for it.
const FRESH_MS = 5 * 60_000

/** How far the index is, while it is being made. */
export function useSearchProgress(isAsked: boolean): SearchProgress | undefined {
  const { data } = useAnswer(
    'search-status',
    {},
    {
      enabled: isAsked,
      // Each letter that is typed draws results of its own; none of them makes the server look at all files again.
      gcTime: FRESH_MS,
      staleTime: ({ state }) => (state.data?.isIndexing === false ? SETTLED_MS : PROGRESS_MS),
      refetchInterval: ({ state }) => (state.data?.isIndexing === false ? false : PROGRESS_MS),
    },
  )
  return data
}

const PROGRESS_MS = 2000
// The server brings its index up to date no more often.
const SETTLED_MS = 30_000
