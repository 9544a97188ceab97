import { join } from 'node:path'
import type { SegmentRecord } from '../index-files/manifest.ts'
import { type KnownSegments, openSegment } from '../index-files/open-segment.ts'
import { neededTerms, type SearchQuery } from '../query/search-query.ts'

export type RaritySources = {
  readonly folder: string
  readonly segments: readonly SegmentRecord[]
  readonly known: KnownSegments
}

/** How rare each word of a query is by what the index knows of it; 1 for all where that is of no use. */
export function computeRarity(
  query: SearchQuery,
  { folder, segments, known }: RaritySources,
): readonly number[] {
  // A word alone is as rare as it is in every hit.
  if (query.words.length < 2) return query.words.map(() => 1)
  return query.words.map(word => {
    // What begins with one or two letters is in every block, and costs most to count.
    if (word.text.length < 3) return Math.log(2)
    const terms = neededTerms({ ...query, words: [word] })
    let [held, all] = [0, 0]
    for (const { name } of terms.length === 0 ? [] : segments) {
      const counted = countTerms(join(folder, name), known, terms)
      held += counted.held
      all += counted.all
    }
    return all === 0 ? 1 : Math.log(1 + all / (1 + held))
  })
}

/** A word of several terms is no more frequent than the rarest of them. */
function countTerms(
  path: string,
  known: KnownSegments,
  terms: ReturnType<typeof neededTerms>,
): { readonly held: number; readonly all: number } {
  try {
    const segment = openSegment(path, known)
    try {
      const counts = terms.map(term => segment.count(term))
      return { held: Math.min(...counts.map(({ held }) => held)), all: counts[0]?.all ?? 0 }
    } finally {
      segment.close()
    }
  } catch {
    // A segment that cannot be read is scanned; it tells nothing of rarity.
    return { held: 0, all: 0 }
  }
}
