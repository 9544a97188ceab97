import { oneLine } from '@antiphon/core/ui'
import type { ToolReport } from '@antiphon/search'
import { alike } from '../terminal/format-alike.ts'
import { type Column, columnsOf, formatColumns, widthOf } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/text-width.ts'
import { formatBar } from './format-bar.ts'

/** A line a tool, the one first whose results filled the context most; how that was estimated stands below. */
export function formatToolTable({ rows, total, estimate }: ToolReport, screen: Screen): string[] {
  const { palette, width } = screen
  const lines = [...rows, { tool: 'total', share: 1, ...total }]
  const column = columnsOf(lines, { last: palette.bold })
  const about = (
    toNumber: (line: (typeof lines)[number]) => number,
  ): ((line: (typeof lines)[number]) => string) => {
    const toText = alike(lines, toNumber)
    return line => `~${toText(line)}`
  }
  const columns: readonly Column[] = [
    column('tool', 0, ({ tool }) => oneLine(tool, 60), { align: 'l' }),
    column(
      'calls',
      1,
      alike(lines, ({ calls }) => calls),
    ),
    column(
      'sessions',
      4,
      alike(lines, ({ sessions }) => sessions),
    ),
    column(
      'largest',
      3,
      about(({ maxTokens }) => maxTokens),
    ),
    column(
      'result tokens',
      0,
      about(({ resultTokens }) => resultTokens),
    ),
    column('share', 2, ({ share }) => `${(share * 100).toFixed(1)}%`),
  ]
  const room = Math.min(24, width - widthOf(columns) - 2)
  const bars: Column = {
    heading: '',
    align: 'l',
    dispensable: 5,
    cells: rows.map(({ share }) => ({
      text: formatBar(share / (rows[0]?.share || 1), Math.max(1, room)),
      style: palette.blue,
    })),
  }
  return [...formatColumns([...columns, bars], screen), '', ...wrapText(estimate, width).map(palette.dim)]
}
