import { type ParsedContext, renderReference } from '@antiphon/core/context'
import { stripControl } from '@antiphon/core/ui'
import { formatTable } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'

/** What was found at the head of a prompt, then the prompt itself. */
export function formatContext({ references, text }: ParsedContext, { palette }: Screen): string[] {
  const rows = references.map(reference => [
    { text: reference.type, style: palette.cyan },
    { text: stripControl(renderReference(reference)) },
  ])
  const words = stripControl(text).split('\n')
  return rows.length === 0 ? words : [...formatTable({ rows, align: 'll' }), '', ...words]
}
