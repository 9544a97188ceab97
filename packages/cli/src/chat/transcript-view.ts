import { createPersonView } from '@antiphon/core'
import type { LogPlace } from '@antiphon/core/ui'
import { formatKey, type Key } from '../keyboard/key.ts'
import { formatItem, spacingOfItem } from '../show/format-item.ts'
import type { ScreenSize } from '../terminal/live-screen.ts'
import type { Screen } from '../terminal/screen.ts'
import { cutStyled } from '../terminal/styled-width.ts'
import { type Spacing, wantsGap } from '../view/layout.ts'
import { createLogWindow } from './log-window.ts'

/** The whole session on a screen of its own, every call opened; what lies far from the screen is let go. */
export interface TranscriptView {
  key(key: Key): void
  /** All of the screen, to be written. */
  draw(): string
}

export type TranscriptViewOptions = {
  readonly path: string
  readonly cwd: string
  readonly words: string
  readonly screen: () => Screen
  readonly size: () => ScreenSize
  readonly onChange: () => void
  readonly onClose: () => void
}

/** A line on the screen, and what it belongs to: the item's key stays the same whatever is read around it. */
type Row = { readonly key: string; readonly within: number; readonly seq: number; readonly text: string }

/** Opens the end of a log. */
export function openTranscript(options: TranscriptViewOptions): TranscriptView {
  const { path, cwd, words, screen, size, onChange, onClose } = options
  const log = createLogWindow(path)
  let rows: readonly Row[] = []
  let width = 0
  /** Which row stands first on the screen. */
  let top = 0
  let reading: Promise<void> | null = null

  const page = (): number => Math.max(1, size().rows - 1)
  const mostTop = (): number => Math.max(0, rows.length - page())

  function format(): void {
    const view = createPersonView<LogPlace>({ isUnlinked: true })
    for (const { entry, seq } of log.entries()) view.append(entry, { seq })
    const now = screen()
    width = now.width
    let last: Spacing | undefined
    let seq = log.entries()[0]?.seq ?? 0
    rows = view.items().flatMap(({ key, item, place }) => {
      const formatted = formatItem(item, { hasWholeThinking: true, hasWholeResults: true, cwd }, now)
      if (formatted.length === 0) return []
      const gap = wantsGap(last, spacingOfItem(item)) ? [''] : []
      last = spacingOfItem(item)
      seq = place?.placed.seq ?? seq
      // The gap counts from behind: what stands above an item may not be read yet.
      return [...gap, ...formatted].map((text, index) => ({ key, within: index - gap.length, seq, text }))
    })
  }

  /** The same lines are shown, whatever was read around them. */
  function formatAround(): void {
    const first = rows[top]
    format()
    const same = first ? rows.findIndex(({ key, within }) => key === first.key && within >= first.within) : -1
    top = Math.min(mostTop(), Math.max(0, same))
  }

  function read(work: () => Promise<void>): void {
    const mine = work()
      // What cannot be read is said where the session is opened.
      .catch(() => undefined)
      .finally(() => {
        if (reading !== mine) return
        reading = null
        onChange()
        fill()
      })
    reading = mine
  }

  /** Reads on where there is less than some pages at one side of the screen. */
  function fill(): void {
    if (reading) return
    const near = 3 * page()
    if (top < near && !log.isAtStart())
      read(() => log.extend('start', rows[top + 2 * near]?.seq ?? Number.MAX_SAFE_INTEGER).then(formatAround))
    else if (rows.length - top - page() < near && !log.isAtEnd())
      read(() => log.extend('end', rows[top - 2 * near]?.seq ?? 0).then(formatAround))
  }

  function scroll(by: number): void {
    top = Math.max(0, Math.min(mostTop(), top - by))
    fill()
  }

  function open(end: 'start' | 'end'): void {
    const isThere = end === 'start' ? log.isAtStart() : log.isAtEnd()
    const before = reading ?? Promise.resolve()
    read(async () => {
      await before
      if (!isThere || rows.length === 0) await log.open(end)
      format()
      top = end === 'start' ? 0 : mostTop()
    })
  }

  open('end')
  return {
    key(key) {
      if (key.kind !== 'key') return
      const name = formatKey(key)
      if (CLOSING.has(name)) return onClose()
      const step = STEPS.get(name)
      if (step !== undefined) scroll(step === 'page' ? page() - 1 : step === '-page' ? 1 - page() : step)
      else if (name === 'g' || name === 'home') open('start')
      else if (name === 'G' || name === 'end') open('end')
      onChange()
    },
    draw() {
      if (screen().width !== width && rows.length > 0) formatAround()
      top = Math.min(top, mostTop())
      const { columns } = size()
      const shown = rows.slice(top, top + page())
      const lines = [
        ...shown.map(({ text }) => text),
        ...Array.from({ length: page() - shown.length }, () => ''),
      ]
      const isEnd = log.isAtEnd() && top === mostTop()
      const share = isEnd ? 1 : log.share(shown.at(-1)?.seq ?? 0)
      const place = rows.length === 0 ? '' : ` · ${Math.floor(share * 100)}%`
      const status = screen().palette.dim(`${words}${place}${reading ? ' …' : ''}`)
      return [...lines, status]
        .map((line, index) => `\u001b[${index + 1};1H${cutStyled(line, columns - 1)}\u001b[0m\u001b[K`)
        .join('')
    },
  }
}

/** The keys that leave it. */
export const CLOSING: ReadonlySet<string> = new Set(['q', 'escape', 'ctrl+o', 'ctrl+c', 'ctrl+d'])
/** The keys that go through it: by lines up, or a page. */
export const STEPS: ReadonlyMap<string, number | 'page' | '-page'> = new Map<
  string,
  number | 'page' | '-page'
>([
  ['up', 1],
  ['k', 1],
  ['ctrl+p', 1],
  ['down', -1],
  ['j', -1],
  ['ctrl+n', -1],
  ['page-up', 'page'],
  ['ctrl+b', 'page'],
  ['b', 'page'],
  ['page-down', '-page'],
  ['ctrl+f', '-page'],
  [' ', '-page'],
])
