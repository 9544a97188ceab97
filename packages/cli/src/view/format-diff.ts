import type { CallDiff } from '@antiphon/core/changes'
import { type DrawnLine, type MarkedText, markHunk } from '@antiphon/core/patch'
import { stripControl } from '@antiphon/core/ui'
import { inset, type Screen, type Style } from '../terminal/screen.ts'
import { cutToWidth, textWidth } from '../terminal/text-width.ts'
import { wrapStyled } from '../terminal/wrap-styled.ts'
import { viewWords } from './view-words.ts'

export type FormatDiffOptions = {
  /** At most so many lines; all of them unless told. */
  readonly maxLines?: number
  /** Goes on below with what a line is longer than the screen, which else is cut. */
  readonly isWrapped?: boolean
}

/** What a call changed in a file, behind a bar: numbers, signs, and the changed words in bold. */
export function formatDiff(
  diff: CallDiff,
  { maxLines = 4000, isWrapped = false }: FormatDiffOptions,
  screen: Screen,
): string[] {
  const { palette } = screen
  const bar = palette.dim('│')
  const drawn: (DrawnLine | null)[] = []
  for (const hunk of diff.hunks) {
    if (drawn.length > 0) drawn.push(null)
    for (const line of markHunk(hunk)) drawn.push(line)
    if (drawn.length > maxLines) break
  }
  const total = diff.hunks.reduce((sum, { lines }) => sum + lines.filter(isLine).length, 0)
  const shown = drawn.slice(0, maxLines)
  const digits = Math.max(1, ...shown.map(line => String(line?.after ?? line?.before ?? '').length))
  const look = { digits: diff.isNumbered ? digits : 0, isWrapped, screen }
  const lines = shown.flatMap(line => (line === null ? [palette.dim('⋯')] : formatLine(line, look)))
  const more = total - shown.filter(line => line !== null).length
  if (more > 0) lines.push(palette.dim(`… ${viewWords(screen.language).moreLines(more)}`))
  return lines.map(line => `  ${bar} ${line}`.trimEnd())
}

/** That a file ends without a line's end is told in the place of a line. */
function isLine(line: string): boolean {
  return !line.startsWith('\\')
}

const SIGNS = { same: ' ', added: '+', removed: '-' } as const

type LineOptions = { readonly digits: number; readonly isWrapped: boolean; readonly screen: Screen }

function formatLine(
  { kind, before, after, words }: DrawnLine,
  { digits, isWrapped, screen }: LineOptions,
): readonly string[] {
  const { palette } = screen
  const style: Style = kind === 'added' ? palette.green : kind === 'removed' ? palette.red : palette.dim
  const number = digits === 0 ? '' : `${String(after ?? before ?? '').padStart(digits)} `
  const { width } = inset(screen, 6 + number.length)
  const parts = cutParts(words, isWrapped ? width * MOST_ROWS : width).map(({ text, isChanged }) => ({
    text,
    style: isChanged ? (changed: string) => palette.bold(style(changed)) : style,
  }))
  const [first = '', ...rest] = isWrapped
    ? wrapStyled(parts, width)
    : [parts.map(part => part.style(part.text)).join('')]
  const begin = `${palette.dim(number)}${style(SIGNS[kind])} `
  return [begin + first, ...rest.map(row => ' '.repeat(number.length + 2) + row)]
}

// Of a line of a megabyte this is enough.
const MOST_ROWS = 200

/** Stretches of a line as text, up to a column. */
function cutParts(words: readonly MarkedText[], columns: number): readonly MarkedText[] {
  let room = columns
  const parts: MarkedText[] = []
  for (const { text, isChanged } of words) {
    if (room <= 0) break
    const clean = stripControl(text).replaceAll('\t', '  ').replaceAll('\n', '')
    const cut = cutToWidth(clean, room)
    room -= cut === clean ? textWidth(clean) : room
    parts.push({ text: cut, isChanged })
  }
  return parts
}
