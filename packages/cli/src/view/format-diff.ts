import type { CallDiff } from '@antiphon/core/changes'
import { type DrawnLine, markHunk } from '@antiphon/core/patch'
import { stripControl } from '@antiphon/core/ui'
import { inset, type Screen, type Style } from '../terminal/screen.ts'
import { cutToWidth } from '../terminal/text-width.ts'
import { viewWords } from './view-words.ts'

export type FormatDiffOptions = {
  /** At most so many lines; all of them unless told. */
  readonly maxLines?: number
}

/** What a call changed in a file, behind a bar: numbers, signs, and the changed words in bold. */
export function formatDiff(diff: CallDiff, { maxLines = 4000 }: FormatDiffOptions, screen: Screen): string[] {
  const { palette } = screen
  const bar = palette.dim('│')
  const drawn: (DrawnLine | null)[] = []
  for (const hunk of diff.hunks) {
    if (drawn.length > 0) drawn.push(null)
    for (const line of markHunk(hunk)) drawn.push(line)
    if (drawn.length > maxLines) break
  }
  const total = diff.hunks.reduce((sum, { lines }) => sum + lines.length, 0)
  const shown = drawn.slice(0, maxLines)
  const digits = Math.max(1, ...shown.map(line => String(line?.after ?? line?.before ?? '').length))
  const lines = shown.map(line =>
    line === null ? palette.dim('⋯') : formatLine(line, { digits: diff.isNumbered ? digits : 0, screen }),
  )
  const more = total - shown.filter(line => line !== null).length
  if (more > 0) lines.push(palette.dim(`… ${viewWords(screen.language).moreLines(more)}`))
  return lines.map(line => `  ${bar} ${line}`.trimEnd())
}

const SIGNS = { same: ' ', added: '+', removed: '-' } as const

type LineOptions = { readonly digits: number; readonly screen: Screen }

function formatLine({ kind, before, after, words }: DrawnLine, { digits, screen }: LineOptions): string {
  const { palette } = screen
  const style: Style = kind === 'added' ? palette.green : kind === 'removed' ? palette.red : palette.dim
  const number = digits === 0 ? '' : `${String(after ?? before ?? '').padStart(digits)} `
  let room = inset(screen, 6 + number.length).width
  const pieces: string[] = []
  for (const { text, isChanged } of words) {
    if (room <= 0) break
    const clean = stripControl(text).replaceAll('\t', '  ').replaceAll('\n', '')
    const cut = cutToWidth(clean, room)
    room -= cut === clean ? clean.length : room
    pieces.push(isChanged ? palette.bold(style(cut)) : style(cut))
  }
  return `${palette.dim(number)}${style(SIGNS[kind])} ${pieces.join('')}`
}
