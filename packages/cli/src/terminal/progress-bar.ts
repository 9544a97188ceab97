import type { Output } from '@antiphon/host'
import { formatProgress } from './format-progress.ts'
import { textWidth } from './text-width.ts'

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
