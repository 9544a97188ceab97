import { formatCount, formatNumber, stripControl } from '@antiphon/core/ui'
import type { ShortChange } from '@antiphon/transcript'
import { cutToWidth } from '../terminal/cut-to-width.ts'
import type { Screen } from '../terminal/screen.ts'

/** The changes of a fix as a diff: the line as it was, and as it is. */
export function formatChanges(changes: readonly ShortChange[], screen: Screen): string[] {
  if (changes.length === 0) return []
  const { palette } = screen
  const shown = changes.slice(0, SHOWN_CHANGES).flatMap(change => formatChange(change, screen))
  const rest = changes.length - SHOWN_CHANGES
  return [
    `${formatCount(changes.length, 'line')} changed`,
    ...shown,
    ...(rest > 0 ? [palette.dim(`… and ${formatNumber(rest)} more; --json lists them all.`)] : []),
  ]
}

const SHOWN_CHANGES = 50

function formatChange({ line, before, after }: ShortChange, { palette, width }: Screen): string[] {
  const write = (sign: string, text: string): string =>
    cutToWidth(`${sign} ${stripControl(text).replaceAll(/\s+/g, ' ')}`, width)
  return [
    palette.cyan(`@@ line ${formatNumber(line)} @@`),
    ...(before === null ? [] : [palette.red(write('-', before))]),
    ...(after === null ? [] : [palette.green(write('+', after))]),
  ]
}
