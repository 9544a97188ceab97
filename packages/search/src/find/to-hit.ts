import type { SearchDocument } from '../document/search-document.ts'
import { findPart, searchedFields, toSearchText } from '../query/matches-query.ts'
import type { SearchQuery } from '../query/search-query.ts'
import type { SourceFile } from '../sources/source-file.ts'
import { createSnippet } from './create-snippet.ts'
import type { Hit } from './hit.ts'

export type HitPlace = { readonly file: SourceFile; readonly offset: number; readonly length: number }

/** What a search tells of a document that it found: the snippet shows the field with most of the words. */
export function toHit(document: SearchDocument, query: SearchQuery, place: HitPlace): Hit {
  const { fields, ...envelope } = document
  const searched = searchedFields(document, query.filters)
  const counted = searched.map(field => {
    const text = toSearchText(field)
    return { field, count: query.words.filter(word => findPart(text, word, 0) !== -1).length }
  })
  const most = Math.max(...counted.map(({ count }) => count))
  const shown = counted.find(({ count }) => count === most)?.field ?? fields[0]
  const tool = shown?.tool
  return {
    ...envelope,
    kind: shown?.kind ?? 'system',
    ...(tool !== undefined && { tool }),
    isError: fields.some(({ isError }) => isError === true),
    path: place.file.path,
    offset: place.offset,
    length: place.length,
    snippet: createSnippet(shown?.text ?? '', query.words),
  }
}
