import fc from 'fast-check'
import { createPart } from '../query/parse-query.ts'
import type { QueryFilters, SearchQuery } from '../query/search-query.ts'
import type { PlainDocument } from './plain-scan.ts'

/** What a query is cut from: numbers choose a document, a field of it and a stretch of that. */
export type QuerySeed = {
  readonly cuts: readonly (readonly [document: number, field: number, start: number, length: number])[]
  readonly isPhrase: boolean
  readonly isWord: boolean
  readonly hasExcluded: boolean
  readonly filters: QueryFilters
}

export const arbitraryQuerySeed: fc.Arbitrary<QuerySeed> = fc.record({
  cuts: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 14 })), {
    minLength: 0,
    maxLength: 3,
  }),
  isPhrase: fc.boolean(),
  isWord: fc.boolean(),
  hasExcluded: fc.boolean(),
  filters: fc.oneof(
    { weight: 4, arbitrary: fc.constant<QueryFilters>({}) },
    fc.constantFrom<QueryFilters>(
      { role: 'user' },
      { role: 'tool' },
      { tool: 'bash' },
      { tool: 'ba', isError: true },
      { isError: true },
      { kind: 'tool-output' },
      { kind: 'thinking' },
      { branch: 'lamp' },
      { project: '灯塔' },
      { model: 'opus' },
      { context: 'any' },
      { context: 'FileReference' },
      { session: 's1' },
      { session: 'agent-' },
      { after: 1.75e12 + 200 * 864e5 },
      { before: 1.75e12 + 200 * 864e5 },
    ),
  ),
})

/** Words and phrases from any field of the documents. */
export function cutQuery(documents: readonly PlainDocument[], seed: QuerySeed): SearchQuery {
  const texts = seed.cuts.flatMap(([document, field, start, length]) => {
    const fields = documents[document % Math.max(1, documents.length)]?.document.fields ?? []
    const text = fields[field % Math.max(1, fields.length)]?.text ?? 'nothing'
    const words = text.split(/\s+/).filter(word => word !== '')
    if (seed.isWord) return [words[start % Math.max(1, words.length)]?.slice(0, length) ?? 'nothing']
    return [text.slice(start % text.length, (start % text.length) + length)]
  })
  const parts = texts.map(text => createPart(text, seed.isPhrase)).filter(({ text }) => text !== '')
  const excluded = seed.hasExcluded && parts.length > 1 ? parts.slice(-1) : []
  return { words: excluded.length > 0 ? parts.slice(0, -1) : parts, excluded, filters: seed.filters }
}
