import type { Io } from '@antiphon/host'
import { ProgramError } from '@antiphon/host'
import type { Hit, Search, SearchOptions, SearchQuery } from '@antiphon/search'
import { createProgressBar } from '../terminal/progress-bar.ts'

/** At most `limit` hits, and whether there are more. */
export type CollectedHits = { readonly hits: readonly Hit[]; readonly hasMore: boolean }

/** Runs a query to its limit; a person who interrupts it is told so. */
export async function collectHits(
  search: Search,
  query: SearchQuery,
  { io, limit, ...options }: SearchOptions & { readonly io: Io; readonly limit: number },
): Promise<CollectedHits> {
  const hits: Hit[] = []
  const progress = createProgressBar(io.stderr, 'Searching')
  const timer = setInterval(() => progress.update(hits.length, null), SIGN_MS)
  try {
    for await (const hit of search.search(query, { ...options, limit: limit + 1, signal: io.signal })) {
      if (hits.length === limit) return { hits, hasMore: true }
      hits.push(hit)
    }
    return { hits, hasMore: false }
  } catch (error) {
    if (io.signal.aborted) throw new ProgramError('interrupted', 'Interrupted.', { cause: error })
    throw error
  } finally {
    clearInterval(timer)
    await progress.clear()
  }
}

const SIGN_MS = 200
