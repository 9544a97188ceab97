import { join } from 'node:path'
import { readLine } from '../document/read-line.ts'
import type { SegmentRecord } from '../index-files/manifest.ts'
import { type KnownFooters, openSegment } from '../index-files/open-segment.ts'
import type { IndexedLine } from '../index-files/segment-format.ts'
import { neededTerms } from '../query/needed-terms.ts'
import { toLineFile } from '../sources/scan-range.ts'
import type { SourceFile } from '../sources/source-file.ts'
import { type Found, type Place, type Seen, sortedPlaces } from './place.ts'
import { rulesOut } from './rules-out.ts'
import type { SearchRun } from './search-run.ts'

export type SegmentPlaceOptions = {
  readonly run: SearchRun
  readonly folder: string
  readonly live: ReadonlyMap<number, SourceFile>
  readonly footers: KnownFooters
  /** Where to look instead if the segment cannot be read. */
  readonly scanInstead: (segment: SegmentRecord) => readonly Place[]
}

/** A segment of the index: it names lines, and each is read again before it counts. */
export function segmentPlace(segment: SegmentRecord, options: SegmentPlaceOptions): Place {
  const { run, folder, live, footers, scanInstead } = options
  const sources = segment.ranges.map(({ file }) => live.get(file))

  function find({ file, line }: Candidate): readonly Found[] {
    const { offset, length } = line
    const bytes = run.files.read(file.path, offset, length)
    return run.judge(readLine(bytes, toLineFile(file)), { file, offset, length })
  }

  async function look(): Promise<Seen> {
    const lines = findLines(join(folder, segment.name), run, footers)
    if (lines === undefined) return { found: [], places: scanInstead(segment) }
    const items = lines.flatMap(line => {
      const file = sources[line.range]
      return file && !rulesOut(run.query.filters, file, line) ? [{ file, line }] : []
    })
    items.sort((one, other) => other.line.time - one.line.time || other.line.offset - one.line.offset)
    return { found: [], places: sortedPlaces({ items, timeOf: ({ line }) => line.time, find }) }
  }

  return { time: segment.newest, look }
}

type Candidate = { readonly file: SourceFile; readonly line: IndexedLine }

/** The lines that may match; nothing where the segment is gone or damaged. */
function findLines(
  path: string,
  { query }: SearchRun,
  footers: KnownFooters,
): readonly IndexedLine[] | undefined {
  try {
    const segment = openSegment(path, footers)
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
