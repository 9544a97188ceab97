import { oneLine } from '@antiphon/core/ui'
import { formatUsd } from '@antiphon/core/usage'
import {
  createCalendar,
  type TokenCounts,
  type UsageGroup,
  type UsageTable,
  type UsageTotal,
} from '@antiphon/search'
import { formatPlace, uniquePrefixes } from '../session-list/short-names.ts'
import { alike, formatDollars } from '../terminal/format-alike.ts'
import { type Column, columnsOf, formatColumns, widthOf } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth, textWidth } from '../terminal/text-width.ts'
import { formatBar } from './format-bar.ts'

export type UsageTableOptions = {
  readonly home: string | undefined
  /** What each session is called, where lines are sessions. */
  readonly titles?: ReadonlyMap<string, string>
}

/** A line a group with its tokens, its cost and a bar, and the total below. */
export function formatUsageTable(
  table: UsageTable,
  { home, titles }: UsageTableOptions,
  screen: Screen,
): string[] {
  const lines: readonly UsageTotal[] = [...table.rows, table.total]
  const { palette } = screen
  const column = columnsOf(lines, { last: palette.bold })
  const number = (heading: string, dispensable: number, toNumber: (line: UsageTotal) => number): Column =>
    column(heading, dispensable, alike(lines, toNumber))
  const ofTokens = (heading: string, dispensable: number, name: keyof TokenCounts): Column =>
    number(heading, dispensable, ({ tokens }) => tokens[name])
  const names = formatNames(table, { home, width: screen.width })
  const all: readonly Column[] = [
    {
      heading: table.by,
      align: 'l',
      dispensable: 0,
      cells: [...names.map(text => ({ text, style: palette.cyan })), { text: 'total', style: palette.bold }],
    },
    number('sessions', 6, ({ sessions }) => sessions),
    number('answers', 5, ({ answers }) => answers),
    ofTokens('input', 3, 'input'),
    ofTokens('output', 1, 'output'),
    number(OUTPUT_AT_LEAST, 1, ({ outputAtLeast }) => outputAtLeast),
    ofTokens(WRITES[0], 4, 'cacheWrite5m'),
    ofTokens(WRITES[1], 4, 'cacheWrite1h'),
    number(ALL_WRITES, 4, ({ tokens }) => tokens.cacheWrite5m + tokens.cacheWrite1h),
    ofTokens('cache read', 2, 'cacheRead'),
    column(
      'cost',
      0,
      costs(lines, ({ costUsd }) => costUsd),
      { style: palette.green },
    ),
    column(
      COST_AT_LEAST,
      1,
      costs(lines, ({ costUsdAtLeast }) => costUsdAtLeast),
      { style: palette.green },
    ),
  ]
  const isTold = (column: Column): boolean => isUsed(column) && (hasEstimates(table) || !isEstimate(column))
  const columns = chooseColumns(all.filter(isTold), { rows: table.rows.length, width: screen.width })
  const tail = titles ? toTitles(table, { titles, columns, screen }) : toBars(table, columns, screen)
  return formatColumns([...columns, ...tail], screen)
}

type TitleOptions = {
  readonly titles: ReadonlyMap<string, string>
  readonly columns: readonly Column[]
  readonly screen: Screen
}

/** What a session is called tells more than a bar. */
function toTitles({ rows }: UsageTable, { titles, columns, screen }: TitleOptions): readonly Column[] {
  const kept = columns.filter(({ dispensable }) => dispensable < 3)
  const room = Math.max(MIN_TITLE, screen.width - Math.min(widthOf(columns), widthOf(kept)) - 2)
  const cells = rows.map(({ key }) => ({ text: cutToWidth(titles.get(key ?? '') ?? '', room) }))
  return [{ heading: 'title', align: 'l', dispensable: 0, cells }]
}

const MIN_TITLE = 20

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

/** What each line cost, all in one form, and that it is more where a model has no known price. */
function costs(
  lines: readonly UsageTotal[],
  toCost: (line: UsageTotal) => number,
): (line: UsageTotal) => string {
  const toText = alike(lines, toCost, formatDollars)
  return line => {
    if (line.isCostKnown) return toText(line)
    return toCost(line) > 0 ? `>${toText(line)}` : 'unknown'
  }
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
  // A path of a damaged file may be of any length.
  let cut = path.slice(-width * MOST_UNITS)
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

const MOST_UNITS = 20
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
