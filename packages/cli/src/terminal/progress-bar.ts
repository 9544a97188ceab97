import { formatDuration, formatNumber, oneLine } from '@antiphon/core/ui'
import type { Output } from '@antiphon/host'
import { cutToWidth, textWidth } from './text-width.ts'

/** The state of long work, on one line of a terminal that is wiped when the work is done; nothing where there is no terminal. */
export interface ProgressBar {
  /** Called as often as one likes: it draws at most ten times a second. */
  update(done: number, total: number | null, label?: string): void
  clear(): Promise<void>
}

/** A bar on standard error. It has no colour and no escape, so it suits every terminal. */
export function createProgressBar(output: Output, title: string): ProgressBar {
  if (!output.isTerminal) return { update: () => {}, clear: async () => {} }
  let began: { readonly at: number; readonly done: number } | undefined
  let drawnAt = Number.NEGATIVE_INFINITY
  let drawnColumns = 0
  let turn = 0
  let writing: Promise<void> | undefined

  function write(text: string): Promise<void> {
    const current = output.write(text).finally(() => {
      if (writing === current) writing = undefined
    })
    writing = current
    return current
  }

  return {
    update(done, total, label = '') {
      const now = performance.now()
      began ??= { at: now, done }
      // A terminal that is slower than we are is not sent a second line before it took the first.
      if (writing !== undefined || now - drawnAt < INTERVAL_MS) return
      drawnAt = now
      const progress = { title, done, total, label, turn: turn++ }
      const line = formatProgress(
        { ...progress, elapsedMs: now - began.at, doneBefore: began.done },
        // The last column would make some terminals wrap.
        (output.columns() ?? DEFAULT_COLUMNS) - 1,
      )
      const columns = textWidth(line)
      const leftOver = ' '.repeat(Math.max(0, drawnColumns - columns))
      drawnColumns = columns
      write(`\r${line}${leftOver}`).catch(() => {})
    },
    async clear() {
      await writing?.catch(() => {})
      if (drawnColumns > 0) await write(`\r${' '.repeat(drawnColumns)}\r`)
      drawnColumns = 0
      drawnAt = Number.NEGATIVE_INFINITY
    },
  }
}

const INTERVAL_MS = 100
const DEFAULT_COLUMNS = 80

/** How far long work is. */
export type ProgressState = {
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
export function formatProgress(progress: ProgressState, width: number): string {
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

function formatTimeLeft({ done, doneBefore, elapsedMs }: ProgressState, total: number): string {
  const gained = done - doneBefore
  if (elapsedMs < MIN_ELAPSED_MS || gained <= 0 || done >= total) return ''
  const seconds = Math.ceil(((elapsedMs / gained) * (total - done)) / 1000)
  return `· ${formatDuration(seconds * 1000).replace('.0 s', ' s')} left`
}
