import { parseQuery, type QueryFilters, type SearchQuery } from '@antiphon/search'

/** The words of a text as a query: nothing in it is a filter or an exclusion. */
export function toWordQuery(text: string, filters: QueryFilters): SearchQuery {
  const parsed = parseQuery(listWords(text).join(' '), { now: 0 })
  return parsed.kind === 'query' ? { ...parsed.query, filters } : { words: [], excluded: [], filters }
}

/** The words of a text, as they stand. */
export function listWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** Whether a text holds all words of another, in any order. */
export function holdsAll(text: string, words: readonly string[]): boolean {
  const folded = text.toLowerCase()
  return words.every(word => folded.includes(word.toLowerCase()))
}
