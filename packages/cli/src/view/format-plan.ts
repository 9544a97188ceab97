import { stripControl } from '@antiphon/core/ui'
import { indent, inset, type Screen } from '../terminal/screen.ts'
import { formatMarkdown } from './format-markdown.ts'

/** A plan, as Markdown behind a bar. */
export function formatPlan(plan: string, screen: Screen): readonly string[] {
  const bar = screen.palette.cyan('┃')
  const lines = formatMarkdown(stripControl(plan), { screen: inset(screen, 2), style: text => text })
  return indent(lines, `${bar} `).map(line => line || bar)
}
