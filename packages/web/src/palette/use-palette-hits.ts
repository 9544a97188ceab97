import type { SearchHit } from '@antiphon/server/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pause } from '../browser/pause.ts'
import { useClient } from '../page/page-context.ts'
import { queryLines } from '../page/page-queries.ts'

/** The first hits of a search as one types; the page of search has them all. */
export function usePaletteHits(query: string): {
  readonly hits: readonly SearchHit[]
  readonly isSearching: boolean
} {
  const client = useClient()
  const words = query.trim()
  async function* ask(signal: AbortSignal): AsyncGenerator<SearchHit> {
    await pause(PAUSE_MS, signal)
    let count = 0
    for await (const hit of client.lines('search', { q: words, limit: MOST }, signal)) {
      yield hit
      count += 1
      if (count >= MOST) break
    }
  }
  const { data, error, isFetching } = useQuery<readonly SearchHit[]>({
    queryKey: ['palette', words],
    enabled: words.length >= SHORTEST,
    placeholderData: keepPreviousData,
    queryFn: queryLines({ ask, start: NO_HITS, add: (hits, more) => [...hits, ...more] }),
  })
  return { hits: words.length < SHORTEST || error || !data ? NO_HITS : data, isSearching: isFetching }
}

const NO_HITS: readonly SearchHit[] = []
const PAUSE_MS = 150
/** A letter alone is everywhere. */
const SHORTEST = 2
const MOST = 40
