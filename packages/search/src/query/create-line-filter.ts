import { CONTEXT_HEADING } from '@antiphon/core/context'
import { type LineBatch, NEWLINE, type SourceLine, splitLines } from '../read-lines.ts'
import type { ChooseLines } from '../sources/scan-range.ts'
import type { SearchQuery } from './search-query.ts'

// Composition makes none of them from anything that is written otherwise, but for what the line filter knows as
// disguised, and JSON writes them as they are: so neither quotes nor slashes, and neither ` nor ; which have doubles.
const RUNS = /[a-z0-9 !#$%&'()*+,\-.:<=>?@[\]^_{|}~]+|[\u3400-\u4dbf\u4e00-\u9fff]+/g

/**
 * Chooses the lines that may hold what the query needs by their bytes alone, which is many times faster than to read
 * them. A line that writes its letters in another way is always chosen.
 */
export function createLineFilter(query: SearchQuery): ChooseLines {
  const longest = query.words.flatMap(part => {
    const runs = [...neededRuns(part.text)]
    return runs.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, 1)
  })
  const [best, ...others] = longest.toSorted((one, other) => weightOf(other) - weightOf(one))
  const attached = query.filters.context === undefined ? [] : [[CONTEXT, ESCAPED]]
  if (best === undefined) {
    const [patterns] = attached
    return patterns ? batch => chooseLines(batch, patterns) : splitLines
  }
  const [needle, disguise] = [toNeedle(best, 'g'), toDisguise(best, 'g')]
  const marks = ASCII.test(best) ? ASCII_MARKS : HAN_MARKS
  const further = [...others.map(run => [toNeedle(run), toDisguise(run)]), ...attached]
  return batch => {
    // To look for bytes is many times faster than to look for a pattern.
    const isPlain = !marks.some(mark => batch.bytes.includes(mark))
    return chooseLines(batch, isPlain ? [needle] : [needle, disguise]).filter(({ bytes }) => {
      if (further.length === 0) return true
      const text = bytes.toString('latin1')
      return further.every(some => some.some(pattern => text.search(pattern) !== -1))
    })
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\u0000-\u007f]+$/

/** Signs of Han script are rarer than letters. */
function weightOf(run: string): number {
  return ASCII.test(run) ? run.length : run.length * 3
}

function toNeedle(run: string, flags = ''): RegExp {
  const source = Buffer.from(run)
    .toString('latin1')
    .replace(/[[\]\\^$.|?*+(){}]/g, '\\$&')
  return new RegExp(source, ASCII.test(run) ? `${flags}i` : flags)
}

function toDisguise(run: string, flags = ''): RegExp {
  return new RegExp(ASCII.test(run) ? DISGUISED_ASCII : DISGUISED_HAN, flags)
}

// Escapes of plain characters; colours in the middle of a word; the Kelvin sign and the dotted capital I, which fold to k and i.
const DISGUISED_ASCII = '\\\\u00(?:[2-7]|1b|1B)|\\xe2\\x84\\xaa|\\xc4\\xb0'
// Any escape but those of most control characters; signs that stand for others of the same look.
const DISGUISED_HAN = '\\\\u(?!000|001[^bB])|\\xef[\\xa4-\\xab]|\\xf0\\xaf'

/** What a person attached stands in a line as data or as the block, unless its letters are written as escapes. */
const CONTEXT = new RegExp(`"contexts"|${toNeedle(CONTEXT_HEADING).source}`, 'g')
const ESCAPED = /\\u/g

/** Without one of these bytes nothing is disguised. */
const ASCII_MARKS = ['\\u00', '\u212a', '\u0130'].map(mark => Buffer.from(mark))
const HAN_MARKS = [Buffer.from('\\u'), Buffer.of(0xef), Buffer.of(0xf0, 0xaf)]

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

/** The runs of plain characters, and of signs of Han script, that a folded text holds and every match of it shows as bytes. */
function* neededRuns(folded: string): Generator<string> {
  for (const [run] of folded.matchAll(RUNS)) if (run.length > 1 || run > '\u007f') yield run
}
