import { stripControl } from '@antiphon/core/ui'
import { cutToWidth } from '../terminal/cut-to-width.ts'
import type { Screen } from '../terminal/screen.ts'
import { textWidth } from '../terminal/text-width.ts'

/** A line across the screen, with words in it where there are any. */
export function formatRule(words: string, { width, palette }: Screen): string {
  if (words === '') return palette.dim('─'.repeat(width))
  const label = cutToWidth(stripControl(words).replaceAll('\n', ' '), width - 8)
  const rest = Math.max(2, width - textWidth(label) - 4)
  return `${palette.dim('──')} ${label} ${palette.dim('─'.repeat(rest))}`
}
