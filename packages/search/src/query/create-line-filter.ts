import { type LineBatch, NEWLINE, type SourceLine, splitLines } from '../sources/read-lines.ts'
import type { ChooseLines } from '../sources/scan-range.ts'
import { neededRuns } from './needed-runs.ts'
import type { SearchQuery } from './search-query.ts'

/**
 * Chooses the lines that may hold what the query needs by their bytes alone, which is many times faster than to read
 * them. A line that writes its letters in another way is always chosen.
 */
export function createLineFilter(query: SearchQuery): ChooseLines {
  const runs = query.words.flatMap(part => [...neededRuns(part.text)])
  const best = runs.toSorted((one, other) => weightOf(other) - weightOf(one))[0]
  if (best === undefined) return splitLines
  const isAscii = ASCII.test(best)
  const needle = isAscii
    ? new RegExp(best, 'gi')
    : new RegExp(
        Buffer.from(best, 'utf8')
          .toString('latin1')
          .replace(/[[\]\\^$.|?*+(){}]/g, '\\$&'),
        'g',
      )
  const disguise = new RegExp(isAscii ? DISGUISED_ASCII : DISGUISED_HAN, 'g')
  return batch => chooseLines(batch, [needle, disguise])
}

const ASCII = /^[a-z0-9]+$/

/** Signs of Han script are rarer than letters. */
function weightOf(run: string): number {
  return ASCII.test(run) ? run.length : run.length * 3
}

// Escapes of letters and digits; colours in the middle of a word; the Kelvin sign and the dotted capital I, which fold to k and i.
const DISGUISED_ASCII = '\\\\u00(?:[2-7]|1b|1B)|\\xe2\\x84\\xaa|\\xc4\\xb0'
// Any escape but those of most control characters; signs that stand for others of the same look.
const DISGUISED_HAN = '\\\\u(?!000|001[^bB])|\\xef[\\xa4-\\xab]|\\xf0\\xaf'

function chooseLines(batch: LineBatch, patterns: readonly RegExp[]): readonly SourceLine[] {
  const text = batch.bytes.toString('latin1')
  const starts = new Set<number>()
  for (const pattern of patterns) {
    pattern.lastIndex = 0
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      starts.add(found.index === 0 ? 0 : batch.bytes.lastIndexOf(NEWLINE, found.index - 1) + 1)
      const end = batch.bytes.indexOf(NEWLINE, found.index)
      if (end === -1) break
      pattern.lastIndex = end
    }
  }
  return [...starts]
    .sort((one, other) => one - other)
    .map(start => {
      const newline = batch.bytes.indexOf(NEWLINE, start)
      const end = newline === -1 ? batch.bytes.length : newline
      return { bytes: batch.bytes.subarray(start, end), offset: batch.offset + start }
    })
}
