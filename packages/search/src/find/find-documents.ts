import type { SegmentRecord } from '../index-files/manifest.ts'
import type { KnownSegments } from '../index-files/open-segment.ts'
import { createLineFilter } from '../query/create-line-filter.ts'
import type { SearchQuery } from '../query/search-query.ts'
import type { SourceFile, SourceRange } from '../sources/source-file.ts'
import { createHeap } from './heap.ts'
import type { Found, Place } from './place.ts'
import { rangePlace } from './range-place.ts'
import { createSearchRun } from './search-run.ts'
import { segmentPlace } from './segment-place.ts'

export type FindOptions = {
  readonly signal?: AbortSignal
  /** Told of a segment that could not be read; its lines are scanned instead. */
  readonly onDamaged?: (segment: string) => void
}

/**
 * Every document that the query finds, the newest first. A place is looked into only when nothing newer can be
 * elsewhere, so that the first hits come before most of it was read.
 */
export async function* findDocuments(
  query: SearchQuery,
  { folder, live, segments, rest, known }: Snapshot,
  { signal, onDamaged }: FindOptions = {},
): AsyncGenerator<Found, void, undefined> {
  const run = createSearchRun(query, signal)
  const chooseLines = createLineFilter(query)

  function scanInstead({ name, ranges }: SegmentRecord): readonly Place[] {
    onDamaged?.(name)
    return ranges.flatMap(({ file, start, end }) => {
      const source = live.get(file)
      return source ? [rangePlace({ file: source, start, end }, run, chooseLines)] : []
    })
  }

  const places = createHeap<Place>((one, other) => one.time - other.time)
  for (const range of rest) places.push(rangePlace(range, run, chooseLines))
  // A phrase inside a word is in no index: then all blocks are looked into, the newest first as ever.
  for (const segment of segments)
    places.push(segmentPlace(segment, { run, folder, live, known, chooseLines, scanInstead }))
  try {
    for (let place = places.pop(); place; place = places.pop()) {
      await run.rest()
      const seen = await place.look()
      yield* seen.found
      for (const next of seen.places) places.push(next)
    }
  } finally {
    run.files.close()
  }
}

/** What a search looks at: segments, the files that they know, and all that no segment knows. Together that is everything. */
type Snapshot = {
  readonly folder: string
  readonly live: ReadonlyMap<number, SourceFile>
  readonly segments: readonly SegmentRecord[]
  readonly rest: readonly SourceRange[]
  readonly known: KnownSegments
}
