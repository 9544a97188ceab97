import type { SearchHit, SearchProgress } from '@antiphon/server/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pause } from '../browser/pause.ts'
import { useClient } from '../page/page-context.ts'
import { queryLines } from '../page/page-queries.ts'
import { useAnswer } from '../page/use-answer.ts'

/** What a search gave so far. */
export type Hits = {
  readonly hits: readonly SearchHit[]
  readonly isSearching: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** More than anybody reads; the newest come first. */
export const MOST_HITS = 200

/** Searches as one types: each change calls off the search before it, whose hits stay until there is something else. */
export function useHits(query: string): Hits {
  const client = useClient()
  const words = query.trim()
  async function* ask(signal: AbortSignal): AsyncGenerator<SearchHit> {
    await pause(PAUSE_MS, signal)
    let count = 0
    for await (const hit of client.lines('search', { q: words }, signal)) {
      yield hit
      count += 1
      if (count >= MOST_HITS) break
    }
  }
  const { data, error, isFetching, refetch } = useQuery<readonly SearchHit[]>({
    queryKey: ['search', words],
    enabled: words !== '',
    placeholderData: keepPreviousData,
    queryFn: queryLines({ ask, start: NO_HITS, add: (hits, more) => [...hits, ...more] }),
  })
  return {
    hits: words === '' || error || !data ? NO_HITS : data,
    isSearching: isFetching,
    error: isFetching ? null : error,
    retry: () => void refetch(),
  }
}

const NO_HITS: readonly SearchHit[] = []
const PAUSE_MS = 150

/** How far the index is, while it is being made. */
export function useSearchProgress(): SearchProgress | undefined {
  const { data } = useAnswer(
    'search-status',
    {},
    {
      refetchInterval: ({ state }) => (state.data?.isIndexing === false ? false : PROGRESS_MS),
    },
  )
  return data
}

const PROGRESS_MS = 2000
