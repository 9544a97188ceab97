import { stripControl } from '@antiphon/core/ui'
import { inset, type Screen } from '../terminal/screen.ts'
import { cutToWidth, textWidth } from '../terminal/text-width.ts'

/** A line across the screen, with words in it where there are any. */
export function formatDivider(words: string, { width, palette }: Screen): string {
  if (words === '') return palette.dim('─'.repeat(width))
  const label = cutToWidth(stripControl(words).replaceAll('\n', ' '), width - 8)
  const rest = Math.max(2, width - textWidth(label) - 4)
  return `${palette.dim('──')} ${label} ${palette.dim('─'.repeat(rest))}`
}

const STEP = 4

/** Lines of a subagent's work, set under its call by a thin bar a level. */
export function nest(lines: readonly string[], depth: number, { palette }: Screen): string[] {
  const bar = `  ${palette.dim('┊')} `.repeat(depth)
  return depth === 0 ? [...lines] : lines.map(line => (bar + line).trimEnd())
}

/** The room that is left for lines at this depth. */
export function nestedScreen(screen: Screen, depth: number): Screen {
  return inset(screen, depth * STEP)
}

/** How much room something wants: words stand apart, lines follow each other, what is tight belongs to what is before it. */
export type Spacing = 'words' | 'line' | 'tight'

/** Whether an empty line belongs between two neighbours; nothing stands before the first. */
export function wantsGap(before: Spacing | undefined, after: Spacing): boolean {
  return before !== undefined && after !== 'tight' && (before !== 'line' || after !== 'line')
}
