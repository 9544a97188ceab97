import { formatDuration, formatNumber, oneLine } from '@antiphon/core/ui'
import { cutToWidth } from './cut-to-width.ts'

/** How far long work is. */
export type Progress = {
  readonly title: string
  readonly done: number
  /** Null where nobody knows how much there is. */
  readonly total: number | null
  readonly label: string
  /** Since the work began, and how much of it was done then. */
  readonly elapsedMs: number
  readonly doneBefore: number
  /** Counts the drawings: the sign of work without a total turns with it. */
  readonly turn: number
}

/** One line of at most `width` columns: a bar with its share and the time left, or a sign that turns. */
export function formatProgress(progress: Progress, width: number): string {
  const { title, total, done } = progress
  const isMeasured = total !== null && total > 0
  const head = isMeasured
    ? [title, formatBar(shareOf(done, total)), formatTimeLeft(progress, total)]
    : [SIGNS[progress.turn % SIGNS.length] ?? '', title, formatNumber(done)]
  const words = [...head, oneLine(progress.label, MAX_LABEL)]
  return cutToWidth(words.filter(word => word !== '').join(' '), width)
}

const SIGNS = ['◐', '◓', '◑', '◒'] as const
const MAX_LABEL = 200
const BAR_COLUMNS = 20

/** At most all of it, whatever was counted. */
function shareOf(done: number, total: number): number {
  return Math.min(1, Math.max(0, done / total))
}

function formatBar(share: number): string {
  const full = Math.floor(share * BAR_COLUMNS)
  const percent = `${Math.floor(share * 100)}%`.padStart(5)
  return '█'.repeat(full) + '░'.repeat(BAR_COLUMNS - full) + percent
}

// Sooner, the time left is a guess that jumps.
const MIN_ELAPSED_MS = 1000

function formatTimeLeft({ done, doneBefore, elapsedMs }: Progress, total: number): string {
  const gained = done - doneBefore
  if (elapsedMs < MIN_ELAPSED_MS || gained <= 0 || done >= total) return ''
  const seconds = Math.ceil(((elapsedMs / gained) * (total - done)) / 1000)
  return `· ${formatDuration(seconds * 1000).replace('.0 s', ' s')} left`
}
