import { formatAge, formatCount, formatLarge, formatNumber, formatSize, oneLine } from '@antiphon/core/ui'
import { type Roots, type SessionSummary, sessionIdOf } from '@antiphon/transcript'
import { formatTable, type TableCell } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth, textWidth } from '../terminal/text-width.ts'
import type { CollectedSessions } from './collect-sessions.ts'
import { formatPlace } from './short-names.ts'

type SessionListOptions = {
  readonly shortIds: ReadonlyMap<string, string>
  readonly home: string | undefined
  readonly now: number
}

/** A line a session under a line of headings, the title last, in the width of the screen; narrow screens show fewer columns. */
export function formatSessionList(
  sessions: readonly SessionSummary[],
  options: SessionListOptions,
  screen: Screen,
): string[] {
  if (sessions.length === 0) return []
  const columns = chooseColumns(createColumns(sessions, options, screen), screen.width)
  const used = columns.reduce((sum, column) => sum + widthOf(column) + GAP, 0)
  const titleWidth = Math.max(MIN_TITLE, screen.width - used)
  const rows = sessions.map((session, index) => [
    ...columns.map(column => column.cells[index] ?? { text: '' }),
    toTitleCell(session, { width: titleWidth, screen }),
  ])
  const headings = [...columns.map(({ heading }) => heading), 'title'].map(text => ({
    text,
    style: screen.palette.dim,
  }))
  const align = `${columns.map(column => column.align).join('')}l`
  return formatTable({ rows: [headings, ...rows], align, gap: GAP })
}

const GAP = 2
const MIN_TITLE = 10
const MAX_TITLE = 200
const GOOD_TITLE = 28

type Column = {
  readonly heading: string
  readonly align: 'l' | 'r'
  readonly cells: readonly TableCell[]
  /** The highest goes first where there is no room. */
  readonly dispensable: number
}

function createColumns(
  sessions: readonly SessionSummary[],
  { shortIds, home, now }: SessionListOptions,
  { palette, width }: Screen,
): readonly Column[] {
  const cells = (toText: (session: SessionSummary) => string, style?: TableCell['style']): TableCell[] =>
    sessions.map(session => ({ text: toText(session), ...(style && { style }) }))
  return [
    { heading: 'id', align: 'l', dispensable: 0, cells: cells(toShortId, palette.cyan) },
    {
      heading: 'age',
      align: 'r',
      dispensable: 1,
      cells: cells(({ modifiedAt }) => formatAge(Date.parse(modifiedAt), now)),
    },
    { heading: 'messages', align: 'r', dispensable: 3, cells: cells(toMessageCount) },
    {
      heading: 'size',
      align: 'r',
      dispensable: 4,
      cells: cells(({ size }) => formatSize(size), palette.dim),
    },
    {
      heading: 'directory',
      align: 'l',
      dispensable: 2,
      cells: cells(({ cwd }) => cutStart(formatPlace(cwd ?? '', home), Math.floor(width * PLACE_SHARE))),
    },
    {
      heading: 'branch',
      align: 'l',
      dispensable: 5,
      cells: cells(
        ({ gitBranch }) => cutToWidth(formatPlace(gitBranch ?? '', undefined), MAX_BRANCH),
        palette.dim,
      ),
    },
  ]

  function toShortId(session: SessionSummary): string {
    const id = sessionIdOf(session)
    return cutToWidth(oneLine(shortIds.get(id) ?? id), MAX_ID)
  }
}

const MAX_ID = 40
const PLACE_SHARE = 0.23
const MAX_BRANCH = 20

/** Leaves columns out until the title has room to be read. */
function chooseColumns(columns: readonly Column[], width: number): readonly Column[] {
  let chosen = columns.filter(({ cells }) => cells.some(({ text }) => text !== ''))
  const used = (): number => chosen.reduce((sum, column) => sum + widthOf(column) + GAP, 0)
  while (used() + GOOD_TITLE > width && chosen.length > 1) {
    const least = Math.max(...chosen.map(({ dispensable }) => dispensable))
    chosen = chosen.filter(({ dispensable }) => dispensable !== least)
  }
  return chosen
}

function widthOf({ heading, cells }: Column): number {
  return cells.reduce((widest, { text }) => Math.max(widest, textWidth(text)), heading.length)
}

function toMessageCount({ messages }: SessionSummary): string {
  return `${messages.isExact ? '' : '~'}${formatLarge(messages.count)}`
}

/** The end of a path tells more than its beginning. */
function cutStart(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  const characters = Array.from(text)
  while (textWidth(characters.join('')) > width - 1) characters.shift()
  return `…${characters.join('')}`
}

function toTitleCell(
  { title, kind, isSidechain }: SessionSummary,
  { width, screen }: { readonly width: number; readonly screen: Screen },
): TableCell {
  const { palette } = screen
  const mark = kind === 'subagent' || isSidechain ? '↳ ' : ''
  if (!title) return { text: cutToWidth(`${mark}(nothing was said)`, width), style: palette.dim }
  const isNamed = title.source === 'custom-title' || title.source === 'ai-title' || title.source === 'summary'
  const text = cutToWidth(mark + oneLine(title.text, MAX_TITLE), width)
  return isNamed ? { text, style: palette.bold } : { text }
}

type ListNotesOptions = {
  readonly collected: CollectedSessions
  readonly place: Roots
  readonly home: string | undefined
  /** The person asked for some sessions only. */
  readonly isFiltered: boolean
}

/** What a person should know of a list beside the list: that it is cut or empty, what is damaged, what could not be read. */
export function formatListNotes({ collected, place, home, isFiltered }: ListNotesOptions): string[] {
  const { sessions, problems, total, read } = collected
  const notes = problems.map(({ path, reason }) => `${formatPlace(path, home)} ${reason}.`)
  const places = place.searched.map(path => formatPlace(path, home)).join(', ') || 'no place: HOME is not set'
  if (sessions.length > 0) {
    if (read < total) notes.push(formatMore(collected, isFiltered))
  } else if (total > 0) {
    notes.push(`None of ${formatCount(total, 'session')} matches. Looked in ${places}.`)
  } else
    notes.push(
      `No sessions yet. Looked in ${places}.`,
      'Claude Code and antiphon write them there; set CLAUDE_CONFIG_DIR if yours are elsewhere, or try `antiphon demo`.',
    )
  const damaged = sessions.filter(({ damage }) => damage.length > 0).length
  if (damaged > 0)
    notes.push(`${formatCount(damaged, 'session')} with damaged lines: \`antiphon doctor ID\` explains them.`)
  return notes
}

function formatMore({ sessions, total }: CollectedSessions, isFiltered: boolean): string {
  const shown = formatNumber(sessions.length)
  return isFiltered
    ? `The newest ${shown} that match; --all looks for more.`
    : `The newest ${shown} of ${formatCount(total, 'session')}; --all shows all.`
}
