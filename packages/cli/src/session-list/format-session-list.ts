import { isForeignAgent } from '@antiphon/core/log'
import { formatAge, formatCount, formatLarge, formatNumber, formatSize, oneLine } from '@antiphon/core/ui'
import { type Roots, sessionIdOf } from '@antiphon/transcript'
import { cutStart } from '../terminal/cut-start.ts'
import {
  type Column,
  columnsOf,
  fitColumns,
  layOutColumns,
  TABLE_GAP,
  type TableCell,
  widthOf,
} from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth } from '../terminal/text-width.ts'
import type { CollectedSessions, ListedSession } from './collect-sessions.ts'
import { formatPlace } from './short-names.ts'

type SessionListOptions = {
  readonly shortIds: ReadonlyMap<string, string>
  readonly home: string | undefined
  readonly now: number
}

/** A line a session under a line of headings, the title last, in the width of the screen; narrow screens show fewer columns. */
export function formatSessionList(
  sessions: readonly ListedSession[],
  options: SessionListOptions,
  screen: Screen,
): string[] {
  if (sessions.length === 0) return []
  const all = createColumns(sessions, options, screen).filter(isUsed)
  const columns = fitColumns(all, screen.width - GOOD_TITLE - TABLE_GAP)
  const width = Math.max(MIN_TITLE, screen.width - widthOf(columns) - TABLE_GAP)
  const titles = sessions.map(session => toTitleCell(session, { width, screen }))
  return layOutColumns([...columns, { heading: 'title', align: 'l', dispensable: 0, cells: titles }], screen)
}

const MIN_TITLE = 10
const MAX_TITLE = 200
const GOOD_TITLE = 28
const MAX_TAG = 20

function createColumns(
  sessions: readonly ListedSession[],
  { shortIds, home, now }: SessionListOptions,
  { palette, width }: Screen,
): readonly Column[] {
  const column = columnsOf(sessions)
  const { cyan, dim } = palette
  return [
    column('id', 0, toShortId, { align: 'l', style: cyan }),
    column('agent', 1, toAgent, { align: 'l' }),
    column('kept', 1, ({ isArchiveAlone }) => (isArchiveAlone ? 'archived' : ''), { align: 'l', style: dim }),
    column('age', 1, ({ changedAt }) => formatAge(Date.parse(changedAt), now)),
    column('messages', 3, toMessageCount),
    column('size', 4, ({ size }) => formatSize(size), { style: dim }),
    column('directory', 2, toDirectory, { align: 'l' }),
    column('branch', 5, toBranch, { align: 'l', style: dim }),
  ]

  function toShortId(session: ListedSession): string {
    const id = sessionIdOf(session)
    return cutToWidth(oneLine(shortIds.get(id) ?? id), MAX_ID)
  }

  /** The end of a path tells more than its beginning. */
  function toDirectory({ cwd = '' }: ListedSession): string {
    return cutStart(formatPlace(cwd, home), Math.floor(width * PLACE_SHARE))
  }
}

/** Only where it is another's: most people have one agent, and need not be told which. */
function toAgent({ agent }: ListedSession): string {
  return isForeignAgent(agent) ? agent : ''
}

function toBranch({ gitBranch = '' }: ListedSession): string {
  return cutToWidth(formatPlace(gitBranch, undefined), MAX_BRANCH)
}

const MAX_ID = 40
const PLACE_SHARE = 0.23
const MAX_BRANCH = 20

function isUsed({ cells }: Column): boolean {
  return cells.some(({ text }) => text !== '')
}

function toMessageCount({ messages }: ListedSession): string {
  return messages === null ? '' : formatLarge(messages.count)
}

function toTitleCell(
  { title, kind, isSidechain, isStarred, tags }: ListedSession,
  { width, screen }: { readonly width: number; readonly screen: Screen },
): TableCell {
  const { palette } = screen
  const mark = `${isStarred ? '★ ' : ''}${kind === 'subagent' || isSidechain ? '↳ ' : ''}`
  const names = tags.map(tag => `#${oneLine(tag, MAX_TAG)} `).join('')
  if (!title) return { text: cutToWidth(`${mark}${names}(nothing was said)`, width), style: palette.dim }
  const isNamed = title.source !== 'prompt' && title.source !== 'command'
  const text = cutToWidth(mark + names + oneLine(title.text, MAX_TITLE), width)
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
  const { sessions, problems, total, isCut } = collected
  const notes = problems.map(({ path, reason }) => `${formatPlace(path, home)} ${reason}.`)
  const places = place.searched.map(path => formatPlace(path, home)).join(', ') || 'no place: HOME is not set'
  if (sessions.length > 0) {
    if (isCut) notes.push(formatMore(collected, isFiltered))
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
