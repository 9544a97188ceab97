import { setImmediate } from 'node:timers/promises'
import type { SearchDocument } from '../document/search-document.ts'
import { matchesQuery } from '../query/matches-query.ts'
import type { SearchQuery } from '../query/search-query.ts'
import { createOpenFiles, type OpenFiles } from './open-files.ts'
import type { Found } from './place.ts'
import { createToolResolver } from './resolve-tools.ts'

/** What the places of one search share. */
export interface SearchRun {
  readonly query: SearchQuery
  readonly files: OpenFiles
  /** Those of a line's documents that the query finds. */
  judge(documents: readonly SearchDocument[], place: Omit<Found, 'document'>): readonly Found[]
  /** Lets others have their turn when it is time; throws where the search was called off. */
  rest(): Promise<void>
}

export function createSearchRun(query: SearchQuery, signal: AbortSignal | undefined): SearchRun {
  const tools = createToolResolver()
  const { tool, ...others } = query.filters
  const withoutTool: SearchQuery = { ...query, filters: others }
  let restedAt = performance.now()

  function judgeOne(document: SearchDocument, place: Omit<Found, 'document'>): readonly Found[] {
    if (tool === undefined) return matchesQuery(document, query) ? [{ document, ...place }] : []
    // Excluded words may stand in fields of other tools: they are looked for when the tools are known.
    if (!matchesQuery(document, { ...withoutTool, excluded: [] })) return []
    const named = tools.resolve(document, place.file.path, place.offset)
    return matchesQuery(named, query) ? [{ document: named, ...place }] : []
  }

  return {
    query,
    files: createOpenFiles(),
    judge: (documents, place) => documents.flatMap(document => judgeOne(document, place)),
    async rest() {
      signal?.throwIfAborted()
      if (performance.now() - restedAt < SLICE_MS) return
      await setImmediate()
      restedAt = performance.now()
    },
  }
}

const SLICE_MS = 10
