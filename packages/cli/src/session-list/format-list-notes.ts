import { formatCount, formatNumber } from '@antiphon/core/ui'
import type { Roots } from '@antiphon/transcript'
import type { CollectedSessions } from './collect-sessions.ts'
import { formatPlace } from './format-place.ts'

export type ListNotesOptions = {
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
