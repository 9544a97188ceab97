import { setImmediate } from 'node:timers/promises'
import { createLineFilter } from '../query/create-line-filter.ts'
import { matchesQuery, searchedFields } from '../query/matches-query.ts'
import type { SearchQuery } from '../query/search-query.ts'
import type { SourceFile } from '../sources/list-sources.ts'
import { scanRange } from '../sources/scan-range.ts'

/** A line of one log that a query finds. */
export type FileHit = { readonly offset: number; readonly uuid?: string; readonly kind: string }

export type FindInFileOptions = {
  readonly file: Pick<SourceFile, 'path' | 'session' | 'agent' | 'size'>
  readonly query: SearchQuery
  readonly signal?: AbortSignal
}

/** Every line of one log that the query finds, in the order of the log. */
export async function* findInFile({
  file,
  query,
  signal,
}: FindInFileOptions): AsyncGenerator<FileHit, void, undefined> {
  const range = { file: { ...file, identity: '', modified: '' }, start: 0, end: file.size }
  for (const { lines } of scanRange(range, { chooseLines: createLineFilter(query) })) {
    for (const { offset, documents } of lines) {
      const document = documents.find(one => matchesQuery(one, query))
      if (!document) continue
      const kind = searchedFields(document, query.filters)[0]?.kind ?? 'system'
      yield { offset, kind, ...(document.uuid !== undefined && { uuid: document.uuid }) }
    }
    await setImmediate()
    signal?.throwIfAborted()
  }
}
