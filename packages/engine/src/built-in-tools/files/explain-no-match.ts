import { numberExcerpt } from '../../files/number-lines.ts'
import { lineNumberAt } from './find-occurrences.ts'

/** Why a text was not found, as far as one can tell, and what stands in the file instead. Both have line feeds only. */
export function explainNoMatch(text: string, wanted: string): string {
  if (text.length > MAXIMUM_TEXT_UNITS)
    return 'Read the part of the file that you want to change, and copy the text exactly.'
  for (const { reason, find } of EXPLANATIONS) {
    const line = find(text, wanted)
    if (line !== null) return `${reason} The file has, from line ${line} on:\n${excerpt(text, line, wanted)}`
  }
  return 'Nothing like it is in the file. Read the file again and copy the text exactly.'
}

const MAXIMUM_TEXT_UNITS = 5_000_000

type Explanation = {
  readonly reason: string
  /** The number of the line in which it was found after all. */
  readonly find: (text: string, wanted: string) => number | null
}

const EXPLANATIONS: readonly Explanation[] = [
  {
    reason: 'It begins with line numbers, which Read shows but the file does not have. Leave them out.',
    find: variant(wanted => wanted.replaceAll(/^[ ]*\d+[\t→]/gm, '')),
  },
  {
    reason: 'It has characters escaped (such as \\n, \\t or \\") that are not escaped in the file.',
    find: variant(withoutEscapes),
  },
  {
    reason: 'It has real line ends or tabs where the file has them escaped (\\n, \\t).',
    find: variant(wanted => wanted.replaceAll('\n', '\\n').replaceAll('\t', '\\t')),
  },
  {
    reason: 'It has HTML entities (such as &lt;) where the file has the characters themselves.',
    find: variant(decodeEntities),
  },
  {
    reason:
      'The file has characters that look alike: curly quotes, dashes or special blanks. Copy them exactly.',
    find: (text, wanted) => lineOf(foldLookalikes(text), foldLookalikes(wanted)),
  },
  {
    reason:
      'Only the whitespace differs: indentation, tabs, blanks at line ends or blank lines. Copy it exactly.',
    find: findSameButSpaces,
  },
  {
    reason: 'Only upper and lower case differ.',
    find: (text, wanted) => lineOf(text.toLowerCase(), wanted.toLowerCase()),
  },
  { reason: 'The nearest match differs. Copy the text exactly.', find: findNearestLines },
]

function variant(change: (wanted: string) => string): Explanation['find'] {
  return (text, wanted) => {
    const changed = change(wanted)
    return changed === wanted || changed.trim() === '' ? null : lineOf(text, changed)
  }
}

function lineOf(text: string, wanted: string): number | null {
  const at = text.indexOf(wanted)
  return at === -1 ? null : lineNumberAt(text, at)
}

function withoutEscapes(wanted: string): string {
  return wanted.replaceAll(/\\([nrt"'`\\$/])/g, (_, character: string) => ESCAPES[character] ?? character)
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

function decodeEntities(wanted: string): string {
  return wanted.replaceAll(/&(lt|gt|amp|quot|apos|#39|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
}

// One character for one, so that places stay what they are.
function foldLookalikes(text: string): string {
  return text
    .replaceAll(/[\u2018\u2019\u201A\u201B\u2032\u00B4`]/g, "'")
    .replaceAll(/[\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ')
}

function excerpt(text: string, first: number, wanted: string): string {
  const count = Math.min(wanted.split('\n').length, MAXIMUM_LINES)
  return numberExcerpt(text, { first, count, maxUnits: MAXIMUM_UNITS })
}

const MAXIMUM_LINES = 12
const MAXIMUM_UNITS = 300

/** The line from which on the text is the same but for whitespace; null for none. */
function findSameButSpaces(text: string, wanted: string): number | null {
  const needle = squeezeLines(wanted).slice(0, MAXIMUM_COMPARED)
  const [first] = needle
  if (first === undefined) return null
  const lines = squeezeLines(text)
  for (const [start, { squeezed, number }] of lines.entries()) {
    if (squeezed !== first.squeezed) continue
    if (needle.every((line, index) => line.squeezed === lines[start + index]?.squeezed)) return number
  }
  return null
}

/** The line from which on the text is most like the wanted one; null where nothing is much like it. */
function findNearestLines(text: string, wanted: string): number | null {
  const needle = wanted.split('\n')
  const telling = needle.reduce((a, b) => (b.trim().length > a.trim().length ? b : a), '').trim()
  const wantedPairs = pairsOf(telling.slice(0, MOST_UNITS))
  if (wantedPairs.size < MINIMUM_PAIRS) return null
  let best = { score: MINIMUM_LIKENESS, line: -1 }
  for (const [index, line] of text.split('\n', MOST_LINES).entries()) {
    const candidate = line.trim()
    if (candidate.length * 2 < telling.length || candidate.length > telling.length * 2) continue
    const score = likeness(wantedPairs, pairsOf(candidate.slice(0, MOST_UNITS)))
    if (score > best.score) best = { score, line: index }
  }
  const offset = needle.findIndex(line => line.trim() === telling)
  return best.line === -1 ? null : Math.max(1, best.line + 1 - offset)
}

const MAXIMUM_COMPARED = 200
const MOST_LINES = 20_000
const MOST_UNITS = 300
const MINIMUM_PAIRS = 4
const MINIMUM_LIKENESS = 0.6

type SqueezedLine = { readonly squeezed: string; readonly number: number }

/** The lines that are not blank, without the whitespace in them. */
function squeezeLines(text: string): readonly SqueezedLine[] {
  return text
    .split('\n')
    .map((line, index) => ({ squeezed: line.replaceAll(/\s+/g, ''), number: index + 1 }))
    .filter(({ squeezed }) => squeezed !== '')
}

function pairsOf(text: string): ReadonlySet<string> {
  const pairs = new Set<string>()
  for (let index = 0; index + 1 < text.length; index++) pairs.add(text.slice(index, index + 2))
  return pairs
}

/** Dice's coefficient. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const pair of a) if (b.has(pair)) common += 1
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size)
}
