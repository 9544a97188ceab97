import { formatLarge, oneLine } from '@antiphon/core/ui'
import { formatUsd } from '@antiphon/core/usage'
import {
  createCalendar,
  type TokenCounts,
  type UsageGroup,
  type UsageTable,
  type UsageTotal,
} from '@antiphon/search'
import { formatPlace, uniquePrefixes } from '../session-list/short-names.ts'
import type { TableCell } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth, textWidth } from '../terminal/text-width.ts'
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
  const names = formatNames(table, { home, width: screen.width })
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
    {
      heading: OUTPUT_AT_LEAST,
      align: 'r',
      dispensable: 1,
      cells: cells(({ outputAtLeast }) => formatLarge(outputAtLeast)),
    },
    { heading: WRITES[0], dispensable: 4, ...ofTokens('cacheWrite5m') },
    { heading: WRITES[1], dispensable: 4, ...ofTokens('cacheWrite1h') },
    {
      heading: ALL_WRITES,
      align: 'r',
      dispensable: 4,
      cells: cells(({ tokens }) => formatLarge(tokens.cacheWrite5m + tokens.cacheWrite1h)),
    },
    { heading: 'cache read', dispensable: 2, ...ofTokens('cacheRead') },
    { heading: 'cost', align: 'r', dispensable: 0, cells: cells(formatTotalCost, palette.green) },
    {
      heading: COST_AT_LEAST,
      align: 'r',
      dispensable: 1,
      cells: cells(
        ({ costUsdAtLeast, isCostKnown }) => formatTotalCost({ costUsd: costUsdAtLeast, isCostKnown }),
        palette.green,
      ),
    },
  ]
  const isTold = (column: Column): boolean => isUsed(column) && (hasEstimates(table) || !isEstimate(column))
  const columns = chooseColumns(all.filter(isTold), { rows: table.rows.length, width: screen.width })
  return formatColumns([...columns, ...toBars(table, columns, screen)], screen)
}

const WRITES = ['write 5m', 'write 1h'] as const
const ALL_WRITES = 'cache write'
const OUTPUT_AT_LEAST = 'output ≥'
const COST_AT_LEAST = 'cost ≥'

/** Columns of estimates stand beside what was recorded, where some record cannot be true. */
function isEstimate({ heading }: Column): boolean {
  return heading === OUTPUT_AT_LEAST || heading === COST_AT_LEAST
}

function hasEstimates({ total }: UsageTable): boolean {
  return total.estimatedAnswers > 0
}

/** Both lifetimes of the cache where there is room for them and for bars; else their sum, and fewer counts. */
function chooseColumns(
  columns: readonly Column[],
  { rows, width }: { readonly rows: number; readonly width: number },
): readonly Column[] {
  const without = (...headings: readonly string[]): readonly Column[] =>
    columns.filter(({ heading }) => !headings.includes(heading))
  const hasBoth = WRITES.every(name => columns.some(({ heading }) => heading === name))
  const whole = without(ALL_WRITES)
  if (rows < 2) return whole
  const short = hasBoth ? without(...WRITES) : whole
  const drop = (...headings: readonly string[]): readonly Column[] =>
    short.filter(({ heading }) => !headings.includes(heading))
  const choices = [
    whole,
    short,
    drop('sessions'),
    drop('sessions', 'answers'),
    drop('sessions', 'answers', 'input'),
  ]
  return choices.find(some => width - widthOf(some) - 2 >= MIN_BAR) ?? whole
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
function isUsed({ heading, cells }: Column): boolean {
  return !heading.startsWith('write') || cells.some(({ text }) => text !== '0')
}

const MAX_NAME = 44

type NameOptions = { readonly home: string | undefined; readonly width: number }

function formatNames({ by, rows, timeZone }: UsageTable, { home, width }: NameOptions): readonly string[] {
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
    if (by === 'project') return cutStart(formatPlace(key, home), Math.min(MAX_NAME, Math.floor(width / 3)))
    const name = cutToWidth(oneLine(shortIds?.get(key) ?? key, 200), MAX_NAME)
    const day = by === 'session' ? dayOf(lastAt) : null
    return day === null ? name : `${name}  ${day}`
  })
}

/** The end of a path tells more than its beginning. */
function cutStart(path: string, width: number): string {
  let cut = path
  while (textWidth(path) > width && textWidth(cut) > width - 1 && cut.includes('/', 1))
    cut = cut.slice(cut.indexOf('/', 1))
  return cut === path ? cutToWidth(path, width) : cutToWidth(`…${cut}`, width)
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
