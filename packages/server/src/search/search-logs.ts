import { type Hit, type IndexElsewhere, openSearch, type SearchQuery } from '@antiphon/search'
import type { LogReach } from '../access/reach.ts'
import { createBoundary } from '../logs/boundary.ts'
import type { FoundLog } from '../logs/find-log.ts'
import type { FoldLine, FoundHit, SearchHit, SearchProgress } from '../protocol/search-protocol.ts'
import { createFoldReader, type FoldRequest } from './fold-sessions.ts'
import { readFoundRow } from './read-found-row.ts'

/** Search for the page. */
export interface LogSearch {
  find(query: SearchQuery, options: FindOptions): AsyncGenerator<SearchHit, void, undefined>
  /** By session, as it grows. */
  fold(query: SearchQuery, request: FoldRequest): AsyncGenerator<FoldLine, void, undefined>
  /** The hits of one session, in their order. */
  findInSession(query: SearchQuery, request: SessionHitsRequest): AsyncGenerator<FoundHit, void, undefined>
  /** Brings the index up to date in the background, unless that was done a moment ago. */
  freshen(): void
  /** How far the index is. */
  progress(): Promise<SearchProgress>
  close(): Promise<void>
}

type SessionHitsRequest = Omit<FoldRequest, 'reach'> & {
  readonly log: FoundLog
  readonly skip: number
  readonly limit: number
}

type FindOptions = { readonly limit: number; readonly reach: LogReach; readonly signal: AbortSignal }

export type LogSearchOptions = {
  readonly roots: readonly string[]
  /** Where the index may be kept; null for none. */
  readonly cacheFolder: string | null
  /** Brings the index up to date by a part. */
  readonly index: IndexElsewhere
}

export function openLogSearch({ roots, cacheFolder, index }: LogSearchOptions): LogSearch {
  const search = openSearch({ roots, cacheFolder })
  const folds = createFoldReader(search, roots)
  let freshenedAt = Number.NEGATIVE_INFINITY
  let updates = 0

  /** Starts nobody where nothing was written since the last time. */
  async function indexAll(): Promise<void> {
    for (;;) {
      const { indexedBytes, sourceBytes, damaged } = await search.status()
      if (indexedBytes >= sourceBytes && damaged === 0) return
      if ((await search.indexElsewhere(index)).kind !== 'more') return
    }
  }

  return {
    async *find(query, { limit, reach, signal }) {
      const isInside = createBoundary(roots)
      const rows = new Map<string, Promise<SearchHit['row'] | null>>()
      // Those of others are found, too, and take nobody's place.
      const most = reach.projects === null ? { limit } : {}
      let told = 0
      for await (const hit of search.search(query, { ...most, signal })) {
        if (signal.aborted || told >= limit) return
        if (!reach.hasPath(hit.path) || !isInside(hit.path)) continue
        const known = rows.get(hit.path) ?? readFoundRow(hit.path, roots)
        rows.set(hit.path, known)
        const row = await known
        if (!row) continue
        told += 1
        yield toSearchHit(hit, row)
      }
    },
    fold: folds.read,
    findInSession: (query, request) => folds.readSession(query, request),
    freshen() {
      if (cacheFolder === null || performance.now() - freshenedAt < FRESH_MS) return
      freshenedAt = performance.now()
      // Without an index a search reads the logs themselves.
      updates += 1
      void indexAll()
        .catch(() => {})
        .finally(() => {
          updates -= 1
        })
    },
    async progress() {
      const { indexedBytes, sourceBytes } = await search.status()
      return { indexedBytes, sourceBytes, isIndexing: updates > 0 }
    },
    close: () => search.close(),
  }
}

const FRESH_MS = 30_000
function toSearchHit(hit: Hit, row: SearchHit['row']): SearchHit {
  return {
    row,
    seq: hit.offset,
    uuid: hit.uuid ?? null,
    kind: hit.kind,
    at: hit.time > 0 ? new Date(hit.time).toISOString() : null,
    snippet: hit.snippet.text,
    marks: hit.snippet.marks.map(({ start, end }) => [start, end]),
  }
}
