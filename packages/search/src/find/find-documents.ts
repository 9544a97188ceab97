import { join } from 'node:path'
import type { SearchDocument } from '../document/read-document.ts'
import { readLine } from '../document/read-document.ts'
import type { LineBlock } from '../index-files/encode-segment.ts'
import type { SegmentRecord } from '../index-files/manifest.ts'
import { type KnownSegments, openSegment } from '../index-files/open-segment.ts'
import { createLineFilter } from '../query/create-line-filter.ts'
import { neededTerms, type QueryFilters, type SearchQuery } from '../query/search-query.ts'
import type { SourceFile, SourceRange } from '../sources/list-sources.ts'
import { type ChooseLines, readLastTime, scanRange, toLineFile } from '../sources/scan-range.ts'
import { foldText, normalizeText } from '../text/fold-text.ts'
import { type RestBytes, SHORT_BYTES } from './rest-bytes.ts'
import { createSearchRun, type SearchRun } from './search-run.ts'

export type FindDocumentsOptions = {
  readonly signal?: AbortSignal
  /** Told of a segment that could not be read; its lines are scanned instead. */
  readonly onDamaged?: (segment: string) => void
  /** Tells what stands together at once, so that nothing waits in memory for its turn: for those who put it in order. */
  readonly isUnordered?: boolean
  /** Where it gives something to wait for, nothing is looked for until then. */
  readonly held?: (() => Promise<void> | undefined) | undefined
}

/**
 * Every document that the query finds, the newest first unless they may come as they stand. A place is looked into
 * only when nothing newer can be elsewhere, so that the first hits come before most of it was read.
 */
export async function* findDocuments(
  query: SearchQuery,
  { folder, live, segments, rest, known, restBytes }: Snapshot,
  { signal, onDamaged, isUnordered = false, held }: FindDocumentsOptions = {},
): AsyncGenerator<Found, void, undefined> {
  const run = createSearchRun(query, { signal, held })
  const chooseLines = createLineFilter(query)
  const toSeen = isUnordered ? seenAtOnce : seenInTurn

  function scanInstead({ name, ranges }: SegmentRecord): readonly Place[] {
    onDamaged?.(name)
    return ranges.flatMap(({ file, start, end }) => {
      const source = live.get(file)
      return source ? [rangePlace({ file: source, start, end }, options)] : []
    })
  }

  const options: PlaceOptions = {
    ...{ run, folder, live, known, chooseLines, scanInstead, isUnordered, toSeen, restBytes },
  }
  // A phrase inside a word is in no index: then all blocks are looked into, the newest first as ever.
  const places = [
    ...rest.map(range => rangePlace(range, options)),
    ...segments.map(segment => segmentPlace(segment, options)),
  ].sort((one, other) => one.time - other.time)
  try {
    for (let place = places.pop(); place; place = places.pop()) {
      await run.rest()
      const seen = await place.look()
      yield* seen.found
      for (const next of seen.places) insert(places, next)
    }
  } finally {
    run.files.close()
  }
}

/** Puts a place before all that are newer. */
function insert(places: Place[], place: Place): void {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle]?.time ?? 0) < place.time) low = middle + 1
    else high = middle
  }
  places.splice(low, 0, place)
}

/** What a search looks at: segments, the files that they know, and all that no segment knows. Together that is everything. */
export type Snapshot = {
  readonly folder: string
  readonly live: ReadonlyMap<number, SourceFile>
  readonly segments: readonly SegmentRecord[]
  readonly rest: readonly SourceRange[]
  readonly known: KnownSegments
  readonly restBytes: RestBytes
}

/** A document that a query finds, and where it stands. */
export type Found = {
  readonly document: SearchDocument
  readonly file: SourceFile
  readonly offset: number
  readonly length: number
}

/** Somewhere to look. */
type Place = {
  /** Nothing in it is newer: milliseconds of the epoch. */
  readonly time: number
  readonly look: () => Promise<Seen>
}

/** What was found at once, and where to look further. */
type Seen = { readonly found: Iterable<Found>; readonly places: readonly Place[] }

/** The order of what was found, for `sort`. */
function newestFirst(one: Found, other: Found): number {
  return other.document.time - one.document.time || other.offset - one.offset
}

/** What was found together, as somebody is told of it. */
type ToSeen = (found: Iterable<Found>) => Seen

/** Each is forgotten when it was told. */
function seenAtOnce(found: Iterable<Found>): Seen {
  return { found, places: [] }
}

/** Each when nothing newer can be elsewhere. */
function seenInTurn(found: Iterable<Found>): Seen {
  return { found: [], places: foundPlaces([...found].sort(newestFirst)) }
}

/** A place for each of what was found, one after the other; none where nothing was. */
function foundPlaces(found: readonly Found[], at = 0): readonly Place[] {
  const item = found[at]
  if (item === undefined) return []
  const look = async (): Promise<Seen> => ({ found: [item], places: foundPlaces(found, at + 1) })
  return [{ time: item.document.time, look }]
}

/**
 * A stretch of a file that no index knows: it is read whole. A log's last line is no newer than its file; when its turn
 * comes, its own end tells better, since a copied file is newer than all that is in it.
 */
function rangePlace(range: SourceRange, options: PlaceOptions): Place {
  const modified = Number(BigInt(range.file.modified) / NANOSECONDS) + 1
  return {
    time: modified,
    async look() {
      // What is short, such as a last line without its end, is read as fast as its time is found.
      if (!options.isUnordered && range.end - range.start <= SHORT_BYTES) return scan(range, options)
      const time = Math.min(modified, readLastTime(range.file.path, range.end) ?? modified)
      return { found: [], places: [{ time, look: () => scan(range, options) }] }
    },
  }
}

const NANOSECONDS = 1_000_000n

async function scan(range: SourceRange, options: PlaceOptions): Promise<Seen> {
  const { file } = range
  const { run, chooseLines, isUnordered, toSeen, restBytes } = options
  const all: Found[] = []
  for (const { lines, end } of scanRange(range, { chooseLines, read: restBytes.read })) {
    for (const { documents, offset, length } of lines)
      all.push(...run.judge(documents, { file, offset, length }))
    if (isUnordered) {
      // The rest of the stretch, before any other place.
      const rest: Place = {
        time: Number.POSITIVE_INFINITY,
        look: () => scan({ ...range, start: end }, options),
      }
      return { ...toSeen(all), places: end < range.end ? [rest] : [] }
    }
    await run.rest()
  }
  return toSeen(all)
}

type PlaceOptions = {
  readonly run: SearchRun
  readonly folder: string
  readonly live: ReadonlyMap<number, SourceFile>
  readonly known: KnownSegments
  readonly restBytes: RestBytes
  /** The lines of a block that are worth reading. */
  readonly chooseLines: ChooseLines
  /** Where to look instead if the segment cannot be read. */
  readonly scanInstead: (segment: SegmentRecord) => readonly Place[]
  readonly isUnordered: boolean
  readonly toSeen: ToSeen
}

/** A segment of the index: it names blocks of lines, and these are read again before anything counts. */
function segmentPlace(segment: SegmentRecord, options: PlaceOptions): Place {
  const { run, folder, live, known, chooseLines, scanInstead, toSeen } = options

  /** Of a block only the lines that may match are read, each when its turn comes. */
  function* lookInto(file: SourceFile, { offset, length }: LineBlock): Generator<Found> {
    const bytes = run.files.read(file.path, offset, length)
    const lineFile = toLineFile(file)
    for (const line of chooseLines({ bytes, offset })) {
      const place = { file, offset: line.offset, length: line.bytes.length }
      yield* run.judge(readLine(line.bytes, lineFile), place)
    }
  }

  /** A place for the newest block that is left, which gives its own finds and the next place. */
  function nextPlaces(blocks: Iterator<LineBlock>): readonly Place[] {
    for (let next = blocks.next(); !next.done; next = blocks.next()) {
      const block = next.value
      const file = live.get(segment.ranges[block.range]?.file ?? -1)
      if (!file || rulesOut(run.query.filters, file, block)) continue
      const look = async (): Promise<Seen> => {
        const { found, places } = toSeen(lookInto(file, block))
        return { found, places: [...places, ...nextPlaces(blocks)] }
      }
      return [{ time: block.newest, look }]
    }
    return []
  }

  return {
    time: segment.newest,
    async look() {
      const blocks = findBlocks(join(folder, segment.name), run, known)
      return { found: [], places: blocks ? nextPlaces(blocks) : scanInstead(segment) }
    },
  }
}

/** The blocks that may hold a match; nothing where the segment is gone or damaged. */
function findBlocks(
  path: string,
  { query }: SearchRun,
  known: KnownSegments,
): Iterator<LineBlock> | undefined {
  try {
    const segment = openSegment(path, known)
    try {
      return segment.find(neededTerms(query))
    } finally {
      segment.close()
    }
  } catch {
    // Whatever is wrong with it: the logs are what counts.
    return undefined
  }
}

/** True where the filters rule out a block of lines by what the index knows of it, so that it need not be read. */
function rulesOut(filters: QueryFilters, file: SourceFile, block: LineBlock): boolean {
  const { after, before, session } = filters
  if (after !== undefined && block.newest < after) return true
  if (before !== undefined && block.oldest >= before) return true
  // What a subagent's line says of its session is not in the index.
  if (session === undefined || file.agent !== undefined) return false
  return !foldText(normalizeText(file.session)).startsWith(session)
}
