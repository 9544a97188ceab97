import { findPart, searchedFields, toSearchText } from '../query/matches-query.ts'
import type { SearchQuery } from '../query/search-query.ts'
import type { Found } from './find-documents.ts'

/**
 * The best first by BM25: many occurrences in a short text, of rare words more than of common ones. All words occur in
 * all that was found, so that a word's rarity is told by how often it occurs there. Of two that are equally good the
 * newer comes first.
 */
export function rankFound(found: readonly Found[], query: SearchQuery): readonly Found[] {
  const measured = found.map(item => ({ item, ...measure(item, query) }))
  const total = measured.reduce((sum, { length }) => sum + length, 0)
  const average = Math.max(1, total / Math.max(1, measured.length))
  const rarity = query.words.map((_, word) => {
    const occurrences = measured.reduce((sum, { counts }) => sum + (counts[word] ?? 0), 0)
    return Math.log(1 + total / (1 + occurrences))
  })
  const scored = measured.map(({ item, counts, length }) => {
    const norm = K1 * (1 - B + (B * length) / average)
    const score = counts.reduce(
      (sum, count, word) => sum + ((rarity[word] ?? 0) * count * (K1 + 1)) / (count + norm),
      0,
    )
    return { item, score }
  })
  return scored
    .toSorted((one, other) => other.score - one.score || other.item.document.time - one.item.document.time)
    .map(({ item }) => item)
}

// The values that everybody uses.
const K1 = 1.2
const B = 0.75

function measure(
  { document }: Found,
  { words, filters }: SearchQuery,
): { readonly counts: readonly number[]; readonly length: number } {
  const texts = searchedFields(document, filters).map(toSearchText)
  const counts = words.map(word => {
    let count = 0
    for (const text of texts)
      for (let at = findPart(text, word, 0); at !== -1; at = findPart(text, word, at + word.text.length))
        count++
    return count
  })
  return { counts, length: texts.reduce((sum, { folded }) => sum + folded.length, 0) }
}
