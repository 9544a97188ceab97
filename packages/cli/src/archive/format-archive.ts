import { formatAge, formatNumber, formatSize, oneLine, stripControl } from '@antiphon/core/ui'
import type { ArchiveRun } from '@antiphon/host'
import type { ArchiveCheck, ArchivePruneReport, CatalogueEntry } from '@antiphon/transcript'
import { columnsOf, fitColumns, layOutColumns, TABLE_GAP, widthOf } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth } from '../terminal/text-width.ts'
import type { ArchiveStatus } from './read-archive-status.ts'
import type { RestoredSession } from './restore-archived.ts'

/** What a run came to, in a line. */
export function formatArchiveRun(run: ArchiveRun, folder: string): readonly string[] {
  const { sessions, archived, changing, bytes, added } = run
  const parts = [
    `${formatNumber(archived)} of ${count(sessions, 'session')} had something new`,
    ...(archived > 0
      ? [`${formatSize(bytes)} became ${formatSize(added)} more in ${stripControl(folder)}`]
      : []),
    ...(changing > 0 ? [`${formatNumber(changing)} are being written and come with the next run`] : []),
  ]
  return [`${parts.join(', ')}.`]
}

type ListedEntry = CatalogueEntry & { readonly isGone: boolean }

/** A line a session, the title last. */
export function formatArchiveList(
  entries: readonly ListedEntry[],
  { now }: { readonly now: number },
  screen: Screen,
): string[] {
  if (entries.length === 0) return ['Nothing is archived. `antiphon archive` keeps what is here.']
  const column = columnsOf(entries)
  const { cyan, dim } = screen.palette
  const all = [
    column('id', 0, ({ session }) => cutToWidth(oneLine(session), 40), { align: 'l', style: cyan }),
    column('agent', 1, ({ agent }) => agent, { align: 'l' }),
    column('age', 1, ({ modifiedAt }) => formatAge(modifiedAt, now)),
    column('size', 3, ({ bytes }) => formatSize(bytes), { style: dim }),
    column('versions', 5, ({ versions }) => (versions > 1 ? formatNumber(versions) : '')),
    column('where', 2, toWhere, { align: 'l' }),
  ]
  const columns = fitColumns(all, screen.width - LEAST_TITLE - TABLE_GAP)
  const width = Math.max(LEAST_TITLE, screen.width - widthOf(columns) - TABLE_GAP)
  const titles = entries.map(({ title }) => {
    const text = cutToWidth(oneLine(title, 200), width)
    return { text, width: text.length }
  })
  return layOutColumns([...columns, { heading: 'title', align: 'l', dispensable: 0, cells: titles }], screen)
}

const LEAST_TITLE = 20

function toWhere({ isGone, deletedAt, isRedacted }: ListedEntry): string {
  const words = [
    deletedAt !== undefined ? 'deleted by you' : isGone ? 'archive alone' : '',
    isRedacted ? 'redacted' : '',
  ]
  return words.filter(Boolean).join(', ')
}

/** What is in the archive, and what is not. */
export function formatArchiveStatus(status: ArchiveStatus): readonly string[] {
  const { folder, sessions, gone, bytes, stored, frames, view, waiting, service, settings } = status
  const ratio = stored > 0 ? ` (${(bytes / stored).toFixed(1)} ×)` : ''
  const kept = [
    settings.days === null ? 'for ever' : `for ${count(settings.days, 'day')}`,
    ...(settings.gigabytes === null ? [] : [`up to ${settings.gigabytes} GB`]),
    ...(settings.isRedacted ? ['without secrets'] : []),
  ]
  return [
    `Folder    ${stripControl(folder)}`,
    `Sessions  ${formatNumber(sessions)}, ${formatNumber(gone)} of them in the archive alone`,
    `Size      ${formatSize(bytes)} in ${formatSize(stored)}${ratio}, ${count(frames, 'frame')}`,
    `Unpacked  ${formatSize(view)} of what is in the archive alone`,
    `Kept      ${kept.join(', ')}`,
    `Waiting   ${waiting === 0 ? 'nothing: all is archived' : `${count(waiting, 'session')} with something new; \`antiphon archive\` keeps them`}`,
    `Service   ${service ? 'installed' : 'none; `antiphon archive --install` keeps sessions from now on'}`,
  ]
}

/** What was compared, and each damage by its session and bytes. */
export function formatArchiveCheck({ sessions, bytes, damaged }: ArchiveCheck): readonly string[] {
  const head = `${count(sessions, 'session')}, ${formatSize(bytes)} read`
  if (damaged.length === 0) return [`${head}: everything is as it was kept.`]
  const lines = damaged.flatMap(({ agent, session, manifest, problem, damage }) =>
    problem !== undefined
      ? [`${session} (${agent}): its manifest ${problem}: ${stripControl(manifest)}`]
      : damage.map(
          ({ path, from, to, problem: what }) =>
            `${session} (${agent}): bytes ${formatNumber(from)} to ${formatNumber(to)} of ${stripControl(path)} ${DAMAGE[what]}`,
        ),
  )
  return [`${head}, ${count(damaged.length, 'version')} damaged:`, ...lines]
}

const DAMAGE = {
  missing: 'are missing',
  damaged: 'are damaged',
  unreadable: 'cannot be read from the disk',
  mismatch: 'are other than they were',
} as const

export function formatRestored({ files, notes }: RestoredSession): readonly string[] {
  return [
    ...files.flatMap(({ path, kind, damage }) => [
      `${RESTORED[kind]} ${stripControl(path)}${kind === 'refused' ? whyRefused(damage.length) : ''}`,
      ...damage.map(
        ({ from, to }) => `              without bytes ${formatNumber(from)} to ${formatNumber(to)}`,
      ),
    ]),
    ...notes,
  ]
}

const RESTORED = {
  restored: 'restored    ',
  same: 'as it was   ',
  refused: 'left as it is',
  partly: 'in part     ',
} as const

function whyRefused(damages: number): string {
  return damages > 0
    ? ': damaged in the archive; --partial writes what is left'
    : ': something else is there; --to FOLDER writes elsewhere'
}

export function formatPruned({ sessions, frames, bytes, isHeldBack }: ArchivePruneReport): readonly string[] {
  return [
    `${count(sessions.length, 'session')} and ${count(frames, 'frame')} were taken away: ${formatSize(bytes)}.`,
    ...sessions.map(({ agent, session }) => `  ${session} (${agent})`),
    ...(isHeldBack
      ? [
          'Frames that nobody names stay, since a manifest is damaged and may need them: `antiphon archive check`.',
        ]
      : []),
  ]
}

function count(number: number, word: string): string {
  return `${formatNumber(number)} ${word}${number === 1 ? '' : 's'}`
}
