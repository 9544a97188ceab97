import { numberLines } from '../../files/number-lines.ts'
import { lineNumberAt } from './find-occurrences.ts'
import { findNearestLines, findSameButSpaces } from './nearest-lines.ts'

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

function excerpt(text: string, line: number, wanted: string): string {
  const length = Math.min(wanted.split('\n').length, MAXIMUM_LINES)
  const lines = text.split('\n').slice(line - 1, line - 1 + length)
  return numberLines(
    lines.map(line => (line.length > MAXIMUM_UNITS ? `${line.slice(0, MAXIMUM_UNITS)}…` : line)),
    line,
  )
}

const MAXIMUM_LINES = 12
const MAXIMUM_UNITS = 300
