import { createPersonView, type Entry } from '@antiphon/core'
import { isTranscriptEntry } from '@antiphon/core/log'
import type { LogPlace } from '@antiphon/core/ui'
import { readItemsBackwards } from '@antiphon/transcript'
import { formatKey, type Key } from '../keyboard/key.ts'
import { formatItem, spacingOfItem } from '../show/format-item.ts'
import type { ScreenSize } from '../terminal/live-screen.ts'
import type { Screen } from '../terminal/screen.ts'
import { cutStyled } from '../terminal/styled-width.ts'
import { type Spacing, wantsGap } from '../view/layout.ts'

/** The whole session on a screen of its own, every call opened; read from its end as far as one goes back. */
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

/** Opens the end of a log. */
export function openTranscript(options: TranscriptViewOptions): TranscriptView {
  const { path, cwd, words, screen, size, onChange, onClose } = options
  const items = readItemsBackwards(path)
  let entries: readonly { readonly entry: Entry; readonly seq: number }[] = []
  let lines: readonly string[] = []
  let width = 0
  /** How many lines stand below the screen. */
  let below = 0
  let isWhole = false
  let reading: Promise<void> | null = null

  function format(): void {
    const view = createPersonView<LogPlace>({ isUnlinked: true })
    for (const { entry, seq } of entries) view.append(entry, { seq })
    const now = screen()
    width = now.width
    let last: Spacing | undefined
    lines = view.items().flatMap(({ item }) => {
      const formatted = formatItem(item, { hasWholeThinking: true, hasWholeResults: true, cwd }, now)
      if (formatted.length === 0) return []
      const gap = wantsGap(last, spacingOfItem(item)) ? [''] : []
      last = spacingOfItem(item)
      return [...gap, ...formatted]
    })
  }

  async function readMore(count: number): Promise<void> {
    const older: { readonly entry: Entry; readonly seq: number }[] = []
    while (older.length < count) {
      const { value, done } = await items.next()
      if (done) {
        isWhole = true
        break
      }
      if (value.kind === 'entry' && isTranscriptEntry(value.entry))
        older.push({ entry: value.entry, seq: value.seq })
    }
    entries = [...older.reverse(), ...entries]
    format()
  }

  /** Reads on while there is less above the screen than a page. */
  function fill(): void {
    if (reading || isWhole || lines.length - below > 3 * page()) return
    reading = readMore(Math.max(CHUNK, entries.length))
      .catch(() => {
        isWhole = true
      })
      .finally(() => {
        reading = null
        onChange()
        fill()
      })
  }

  const page = (): number => Math.max(1, size().rows - 1)

  function scroll(by: number): void {
    below = Math.max(0, Math.min(Math.max(0, lines.length - page()), below + by))
    fill()
  }

  async function goToTop(): Promise<void> {
    while (!isWhole) {
      await reading
      if (!isWhole && !reading) await readMore(Math.max(CHUNK, entries.length))
    }
    below = Math.max(0, lines.length - page())
    onChange()
  }

  fill()
  return {
    key(key) {
      if (key.kind !== 'key') return
      const name = formatKey(key)
      if (CLOSING.has(name)) return onClose()
      const step = STEPS.get(name)
      if (step !== undefined) scroll(step === 'page' ? page() - 1 : step === '-page' ? 1 - page() : step)
      else if (name === 'g' || name === 'home') void goToTop()
      else if (name === 'G' || name === 'end') below = 0
      onChange()
    },
    draw() {
      if (screen().width !== width && entries.length > 0) format()
      const { columns } = size()
      const end = lines.length - below
      const shown = lines.slice(Math.max(0, end - page()), end)
      const rows = [...shown, ...Array.from({ length: page() - shown.length }, () => '')]
      const place = lines.length === 0 ? '' : ` · ${Math.round((end / lines.length) * 100)}%`
      const status = screen().palette.dim(`${words}${place}${isWhole ? '' : ' …'}`)
      return [...rows, status]
        .map((line, index) => `\u001b[${index + 1};1H${cutStyled(line, columns - 1)}\u001b[0m\u001b[K`)
        .join('')
    },
  }
}

const CHUNK = 200
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
