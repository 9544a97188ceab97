import { readLastTime } from '../sources/last-time.ts'
import type { ChooseLines } from '../sources/scan-range.ts'
import { scanRange } from '../sources/scan-range.ts'
import type { SourceRange } from '../sources/source-file.ts'
import { type Found, foundPlaces, newestFirst, type Place, type Seen } from './place.ts'
import type { SearchRun } from './search-run.ts'

/**
 * A stretch of a file that no index knows: it is read whole. A log's last line is no newer than its file; when its turn
 * comes, its own end tells better, since a copied file is newer than all that is in it.
 */
export function rangePlace(range: SourceRange, run: SearchRun, chooseLines: ChooseLines): Place {
  const modified = Number(BigInt(range.file.modified) / NANOSECONDS) + 1
  return {
    time: modified,
    async look() {
      // What is short, such as a last line without its end, is read as fast as its time is found.
      if (range.end - range.start <= SHORT_BYTES) return scan(range, run, chooseLines)
      const time = Math.min(modified, readLastTime(range.file.path, range.end) ?? modified)
      return { found: [], places: [{ time, look: () => scan(range, run, chooseLines) }] }
    },
  }
}

const NANOSECONDS = 1_000_000n
const SHORT_BYTES = 1 << 16

async function scan(range: SourceRange, run: SearchRun, chooseLines: ChooseLines): Promise<Seen> {
  const { file } = range
  const items: Found[] = []
  for (const batch of scanRange(range, { chooseLines })) {
    for (const { documents, offset, length } of batch.lines)
      items.push(...run.judge(documents, { file, offset, length }))
    await run.rest()
  }
  return { found: [], places: foundPlaces(items.sort(newestFirst)) }
}
