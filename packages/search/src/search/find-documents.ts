import type { SegmentRecord } from '../index-files/manifest.ts'
import { createLineFilter } from '../query/create-line-filter.ts'
import { neededTerms } from '../query/needed-terms.ts'
import type { SearchQuery } from '../query/search-query.ts'
import { createHeap } from './heap.ts'
import type { Found, Place } from './place.ts'
import { rangePlace } from './range-place.ts'
import { createSearchRun } from './search-run.ts'
import { segmentPlace } from './segment-place.ts'
import type { Snapshot } from './snapshot.ts'

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
  { folder, live, segments, rest, footers }: Snapshot,
  { signal, onDamaged }: FindOptions = {},
): AsyncGenerator<Found, void, undefined> {
  const run = createSearchRun(query, signal)
  const chooseLines = createLineFilter(query)

  function scan({ ranges }: SegmentRecord): readonly Place[] {
    return ranges.flatMap(({ file, start, end }) => {
      const source = live.get(file)
      return source ? [rangePlace({ file: source, start, end }, run, chooseLines)] : []
    })
  }

  function scanInstead(segment: SegmentRecord): readonly Place[] {
    onDamaged?.(segment.name)
    return scan(segment)
  }

  // A phrase inside a word is in no index: to scan for its bytes is faster than to read each line.
  const isBlind = query.words.length > 0 && neededTerms(query).length === 0
  const places = createHeap<Place>((one, other) => one.time - other.time)
  for (const range of rest) places.push(rangePlace(range, run, chooseLines))
  for (const segment of segments) {
    if (isBlind) for (const place of scan(segment)) places.push(place)
    else places.push(segmentPlace(segment, { run, folder, live, footers, scanInstead }))
  }
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
