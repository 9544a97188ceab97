import { CONTEXT_HEADING } from '@antiphon/core/context'
import { createByteFinder } from '../bytes/byte-finder.ts'
import { type ByteFinder, type BytePattern, toPattern } from '../bytes/byte-pattern.ts'
import { type LineBatch, NEWLINE, type SourceLine, splitLines } from '../read-lines.ts'
import type { ChooseLines } from '../sources/scan-range.ts'
import { createColouredLineTest } from './coloured-line.ts'
import type { SearchQuery } from './search-query.ts'

// Composition makes none of them from anything that is written otherwise, but for what the line filter knows as
// disguised, and JSON writes them as they are: so neither quotes nor slashes, and neither ` nor ; which have doubles.
const RUNS = /[a-z0-9 !#$%&'()*+,\-.:<=>?@[\]^_{|}~]+|[\u3400-\u4dbf\u4e00-\u9fff]+/g

/**
 * Chooses the lines that may hold what the query needs by their bytes alone, which is many times faster than to read
 * them. A line that writes its letters in another way is always chosen.
 */
export function createLineFilter(query: SearchQuery): ChooseLines {
  const runs = query.words.flatMap(part => heaviestOf([...neededRuns(part.text)]).slice(0, 1))
  const needed: (readonly BytePattern[])[] = heaviestOf(runs).map(run => [
    toPattern(run),
    ...disguisesOf(run),
  ])
  if (query.filters.context !== undefined) needed.push(ATTACHED)
  const [first, ...others] = needed.map(patterns => createByteFinder(patterns))
  if (first === undefined) return splitLines
  return batch =>
    chooseLines(batch, first).filter(({ bytes }) =>
      others.every(finder => {
        finder.load(bytes)
        return finder.next(0) !== -1
      }),
    )
}

function heaviestOf(runs: readonly string[]): readonly string[] {
  return runs.toSorted((one, other) => weightOf(other) - weightOf(one))
}

/** Signs of Han script are rarer than letters. */
function weightOf(run: string): number {
  return ASCII.test(run) ? run.length : run.length * 3
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\u0000-\u007f]+$/

/** What a line shows where it writes a run in another way. */
function disguisesOf(run: string): readonly BytePattern[] {
  if (!ASCII.test(run)) return HAN_DISGUISES
  const doubles = DOUBLES.filter(([letter]) => run.includes(letter)).map(([, double]) => double)
  const units = doubles.map(double => double.charCodeAt(0))
  const isColouredLine = createColouredLineTest(run)
  return [
    escapeOf(
      (unit, bytes, at) =>
        (unit >= 0x20 && unit < 0x80) ||
        (unit === COLOUR && isColouredLine(bytes, at)) ||
        units.includes(unit),
    ),
    ...doubles.map(toPattern),
  ]
}

/** The Kelvin sign and the dotted capital I, which fold to letters of ASCII. */
const DOUBLES = [
  ['k', '\u212a'],
  ['i', '\u0130'],
] as const

/** Colours stand in the middle of words. */
const COLOUR = 0x1b

/** An escape of one of the units. */
function escapeOf(isMeant: (unit: number, bytes: Buffer, at: number) => boolean): BytePattern {
  return {
    ...toPattern('\\u'),
    accepts: (bytes, at) => isMeant(Number.parseInt(bytes.toString('latin1', at + 2, at + 6), 16), bytes, at),
  }
}

/** Any escape but those of most control characters; signs that stand for others of the same look. */
const HAN_DISGUISES: readonly BytePattern[] = [
  escapeOf(unit => unit >= 0x20 || unit === COLOUR),
  // U+F900 to U+FAFF.
  ...[0xa7, 0xab].map(value => ({ bytes: [exactly(0xef), { value, loose: 3 }] })),
  // U+2F800 to U+2FA1F, and others.
  { bytes: [exactly(0xf0), exactly(0xaf)] },
]

function exactly(value: number): BytePattern['bytes'][number] {
  return { value, loose: 0 }
}

/** What a person attached stands in a line as data or as the block, unless its letters are written as escapes. */
const ATTACHED: readonly BytePattern[] = ['"contexts"', CONTEXT_HEADING, '\\u'].map(toPattern)

function chooseLines({ bytes, offset }: LineBatch, finder: ByteFinder): readonly SourceLine[] {
  const lines: SourceLine[] = []
  finder.load(bytes)
  for (let at = finder.next(0); at !== -1; ) {
    const start = at === 0 ? 0 : bytes.lastIndexOf(NEWLINE, at - 1) + 1
    const newline = bytes.indexOf(NEWLINE, at)
    const end = newline === -1 ? bytes.length : newline
    lines.push({ bytes: bytes.subarray(start, end), offset: offset + start })
    at = finder.next(end)
  }
  return lines
}

/** The runs of plain characters, and of signs of Han script, that a folded text holds and every match of it shows as bytes. */
function* neededRuns(folded: string): Generator<string> {
  for (const [run] of folded.matchAll(RUNS)) if (run.length > 1 || run > '\u007f') yield run
}
