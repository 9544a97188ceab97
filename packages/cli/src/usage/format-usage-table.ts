import { oneLine } from '@antiphon/core'
import {
  createCalendar,
  type TokenCounts,
  type UsageGroup,
  type UsageTable,
  type UsageTotal,
} from '@antiphon/search'
import { formatPlace } from '../sessions/format-place.ts'
import { uniquePrefixes } from '../sessions/unique-prefixes.ts'
import { formatUsd } from '../stream/format-cost.ts'
import { cutToWidth } from '../terminal/cut-to-width.ts'
import type { TableCell } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { formatLarge } from '../view/format-count.ts'
import { formatBar } from './format-bar.ts'
import { type Column, formatColumns, widthOf } from './format-columns.ts'

/** A line a group with its tokens, its cost and a bar, and the total below. */
export function formatUsageTable(table: UsageTable, home: string | undefined, screen: Screen): string[] {
  const lines: readonly UsageTotal[] = [...table.rows, table.total]
  const { palette } = screen
  const cells = (toText: (line: UsageTotal) => string, style?: TableCell['style']): readonly TableCell[] =>
    lines.map((line, index) => {
      const chosen = index === lines.length - 1 ? palette.bold : style
      return { text: toText(line), ...(chosen && { style: chosen }) }
    })
  const ofTokens = (name: keyof TokenCounts): Omit<Column, 'heading' | 'dispensable'> => ({
    align: 'r',
    cells: cells(({ tokens }) => formatLarge(tokens[name])),
  })
  const names = formatNames(table, home)
  const all: readonly Column[] = [
    {
      heading: table.by,
      align: 'l',
      dispensable: 0,
      cells: [...names.map(text => ({ text, style: palette.cyan })), { text: 'total', style: palette.bold }],
    },
    {
      heading: 'sessions',
      align: 'r',
      dispensable: 6,
      cells: cells(({ sessions }) => formatLarge(sessions)),
    },
    { heading: 'answers', align: 'r', dispensable: 5, cells: cells(({ answers }) => formatLarge(answers)) },
    { heading: 'input', dispensable: 3, ...ofTokens('input') },
    { heading: 'output', dispensable: 1, ...ofTokens('output') },
    { heading: 'write 5m', dispensable: 4, ...ofTokens('cacheWrite5m') },
    { heading: 'write 1h', dispensable: 4, ...ofTokens('cacheWrite1h') },
    { heading: 'cache read', dispensable: 2, ...ofTokens('cacheRead') },
    { heading: 'cost', align: 'r', dispensable: 0, cells: cells(formatTotalCost, palette.green) },
  ]
  const columns = all.filter(isTold)
  return formatColumns([...columns, ...toBars(table, columns, screen)], screen)
}

/** What something cost, and that it is more where a model has no known price. */
export function formatTotalCost({
  costUsd,
  isCostKnown,
}: Pick<UsageTotal, 'costUsd' | 'isCostKnown'>): string {
  if (isCostKnown) return formatUsd(costUsd)
  return costUsd > 0 ? `>${formatUsd(costUsd)}` : 'unknown'
}

/** A lifetime of the cache that nobody used is not worth a column. */
function isTold({ heading, cells }: Column): boolean {
  return !heading.startsWith('write') || cells.some(({ text }) => text !== '0')
}

const MAX_NAME = 44

function formatNames({ by, rows, timeZone }: UsageTable, home: string | undefined): readonly string[] {
  const shortIds =
    by === 'session'
      ? uniquePrefixes(
          rows.flatMap(({ key }) => key ?? []),
          8,
        )
      : null
  const { dayOf } = createCalendar(timeZone)
  return rows.map(({ key, lastAt }) => {
    if (key === null) return UNNAMED[by]
    if (by === 'project') return cutToWidth(formatPlace(key, home), MAX_NAME)
    const name = cutToWidth(oneLine(shortIds?.get(key) ?? key, 200), MAX_NAME)
    const day = by === 'session' ? dayOf(lastAt) : null
    return day === null ? name : `${name}  ${day}`
  })
}

const UNNAMED: Readonly<Record<UsageGroup, string>> = {
  day: '(no time)',
  week: '(no time)',
  month: '(no time)',
  project: '(no directory)',
  model: '(no model)',
  session: '(no session)',
}

const MIN_BAR = 6
const MAX_BAR = 24

/** What each group cost beside the dearest; its tokens where no cost is known. */
function toBars(
  { rows }: UsageTable,
  columns: readonly Column[],
  { width, palette }: Screen,
): readonly Column[] {
  const room = Math.min(MAX_BAR, width - widthOf(columns) - 2)
  if (rows.length < 2 || room < MIN_BAR) return []
  const hasCost = rows.some(({ costUsd }) => costUsd > 0)
  const sizes = rows.map(({ costUsd, tokens }) => (hasCost ? costUsd : tokens.total))
  const top = Math.max(...sizes)
  const cells = sizes.map(size => ({ text: formatBar(top > 0 ? size / top : 0, room), style: palette.blue }))
  return [{ heading: '', align: 'l', dispensable: 7, cells }]
}
