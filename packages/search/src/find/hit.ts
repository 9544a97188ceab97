import type { SearchDocument, SearchField, SearchFieldKind } from '../document/read-document.ts'
import { findPart, type SearchText, searchedFields, toSearchText } from '../query/matches-query.ts'
import type { SearchQuery } from '../query/search-query.ts'
import type { SourceFile } from '../sources/list-sources.ts'
import { createSnippet, type Snippet } from './create-snippet.ts'

/** A stored line that a query finds, and where to go to see it. */
export type Hit = Omit<SearchDocument, 'fields'> & {
  /** Of the field that the snippet shows. */
  readonly kind: SearchFieldKind
  readonly tool?: string
  readonly isError: boolean
  readonly path: string
  /** Where in the file the line begins, and how long it is. */
  readonly offset: number
  readonly length: number
  readonly snippet: Snippet
}

export type HitPlace = {
  readonly file: Pick<SourceFile, 'path'>
  readonly offset: number
  readonly length: number
}

/** What a search tells of a document that it found: the snippet shows the field with most of the words. */
export function toHit(
  document: SearchDocument,
  query: SearchQuery,
  place: HitPlace,
  given?: SearchField,
): Hit {
  const { fields, ...envelope } = document
  const chosen = given ? undefined : chooseField(document, query)
  const shown = given ?? chosen?.field ?? fields[0]
  const tool = shown?.tool
  return {
    ...envelope,
    kind: shown?.kind ?? 'system',
    ...(tool !== undefined && { tool }),
    isError: fields.some(({ isError }) => isError === true),
    path: place.file.path,
    offset: place.offset,
    length: place.length,
    snippet: createSnippet(shown?.text ?? '', query.words, chosen?.text),
  }
}

/** The first of the searched fields that hold most of the words. */
export function chooseField(
  document: SearchDocument,
  query: SearchQuery,
): { readonly field: SearchField; readonly text: SearchText } | undefined {
  let best: { readonly field: SearchField; readonly text: SearchText; readonly count: number } | undefined
  for (const field of searchedFields(document, query.filters)) {
    const text = toSearchText(field)
    const count = query.words.filter(word => findPart(text, word, 0) !== -1).length
    if (!best || count > best.count) best = { field, text, count }
    if (count === query.words.length) break
  }
  return best
}
