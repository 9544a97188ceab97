import { join } from 'node:path'
import { readLine } from '../document/read-line.ts'
import type { SegmentRecord } from '../index-files/manifest.ts'
import { type KnownSegments, openSegment } from '../index-files/open-segment.ts'
import type { LineBlock } from '../index-files/segment-format.ts'
import { neededTerms } from '../query/needed-terms.ts'
import type { QueryFilters } from '../query/search-query.ts'
import { type ChooseLines, toLineFile } from '../sources/scan-range.ts'
import type { SourceFile } from '../sources/source-file.ts'
import { foldText, normalizeText } from '../text/fold-text.ts'
import { type Found, foundPlaces, newestFirst, type Place, type Seen } from './place.ts'
import type { SearchRun } from './search-run.ts'

export type SegmentPlaceOptions = {
  readonly run: SearchRun
  readonly folder: string
  readonly live: ReadonlyMap<number, SourceFile>
  readonly known: KnownSegments
  /** The lines of a block that are worth reading. */
  readonly chooseLines: ChooseLines
  /** Where to look instead if the segment cannot be read. */
  readonly scanInstead: (segment: SegmentRecord) => readonly Place[]
}

/** A segment of the index: it names blocks of lines, and these are read again before anything counts. */
export function segmentPlace(segment: SegmentRecord, options: SegmentPlaceOptions): Place {
  const { run, folder, live, known, chooseLines, scanInstead } = options

  /** Of a block only the lines that may match are read, each when its turn comes. */
  function lookInto(file: SourceFile, { offset, length }: LineBlock): readonly Found[] {
    const bytes = run.files.read(file.path, offset, length)
    const lineFile = toLineFile(file)
    const found: Found[] = []
    for (const line of chooseLines({ bytes, offset })) {
      const place = { file, offset: line.offset, length: line.bytes.length }
      found.push(...run.judge(readLine(line.bytes, lineFile), place))
    }
    return found.sort(newestFirst)
  }

  /** A place for the newest block that is left, which gives its own finds and the next place. */
  function nextPlaces(blocks: Iterator<LineBlock>): readonly Place[] {
    for (let next = blocks.next(); !next.done; next = blocks.next()) {
      const block = next.value
      const file = live.get(segment.ranges[block.range]?.file ?? -1)
      if (!file || rulesOut(run.query.filters, file, block)) continue
      const look = async (): Promise<Seen> => ({
        found: [],
        places: [...foundPlaces(lookInto(file, block)), ...nextPlaces(blocks)],
      })
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
