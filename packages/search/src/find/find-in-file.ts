import { setImmediate } from 'node:timers/promises'
import { createLineFilter } from '../query/create-line-filter.ts'
import { matchesQuery, searchedFields } from '../query/matches-query.ts'
import type { SearchQuery } from '../query/search-query.ts'
import type { SourceFile } from '../sources/list-sources.ts'
import { scanRange } from '../sources/scan-range.ts'
import { countMarks } from './create-snippet.ts'

/** A line of one log that a query finds. */
export type FileHit = {
  readonly offset: number
  readonly uuid?: string
  readonly kind: string
  /** How often what was looked for stands in it; 1 for what filters alone found. */
  readonly marks: number
}

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
      const found = documents.filter(one => matchesQuery(one, query))
      const [document] = found
      if (!document) continue
      const fields = found.flatMap(one => searchedFields(one, query.filters))
      const marks = fields.reduce((sum, { text }) => sum + countMarks(text, query.words), 0)
      const kind = fields[0]?.kind ?? 'system'
      const uuid = document.uuid === undefined ? {} : { uuid: document.uuid }
      yield { offset, kind, marks: Math.max(marks, 1), ...uuid }
    }
    await setImmediate()
    signal?.throwIfAborted()
  }
}
