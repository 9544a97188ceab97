import { findBinding } from '../editor/bindings.ts'
import { layoutText } from '../editor/layout-text.ts'
import { type EditorState, EMPTY_EDITOR, edit } from '../editor/text-editor.ts'
import { formatKey, type PressedKey } from '../keyboard/key.ts'
import type { LiveFrame } from '../terminal/live-screen.ts'
import { inset, type Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/text-width.ts'
import type { HeadScroll } from './head-scroll.ts'
import type { Panel } from './panel.ts'

/** One way to answer. */
export type ChoiceOption = {
  readonly label: string
  readonly detail?: string
  /** The hint of a field for words that go along with it; none where it takes no words. */
  readonly wantsText?: string
}

export type ChoicePanelOptions = {
  /** What is asked, in at most so many lines. */
  readonly head: (screen: Screen, rows: number) => readonly string[]
  /** Goes through a head that is longer than its room. */
  readonly scroll?: HeadScroll
  readonly options: readonly ChoiceOption[]
  /** Several may be marked by a space. */
  readonly isMultiple?: boolean
  readonly hint: string
  readonly onChoose: (chosen: readonly number[], text: string) => void
  readonly onCancel: () => void
  readonly onChange: () => void
}

/** A question with numbered answers. */
export function createChoicePanel(panel: ChoicePanelOptions): Panel {
  const { options, isMultiple = false } = panel
  let at = 0
  let marked: ReadonlySet<number> = new Set()
  let words: EditorState = EMPTY_EDITOR

  const isWriting = (): boolean => options[at]?.wantsText !== undefined

  function choose(): void {
    const chosen = isMultiple
      ? [...new Set([...marked, ...(isWriting() && words.text !== '' ? [at] : [])])]
      : [at]
    if (isMultiple && chosen.length === 0) chosen.push(at)
    panel.onChoose(
      chosen.sort((one, other) => one - other),
      words.text.trim(),
    )
  }

  function mark(index: number): void {
    const next = new Set(marked)
    if (!next.delete(index)) next.add(index)
    marked = next
  }

  function press(key: PressedKey): void {
    const name = formatKey(key)
    if (name === 'escape' || name === 'ctrl+c') {
      panel.onCancel()
      return
    }
    if (panel.scroll?.press(name)) return
    if (key.name === 'enter') {
      choose()
      return
    }
    if (name === 'up' || name === 'ctrl+p') at = (at + options.length - 1) % options.length
    else if (name === 'down' || name === 'ctrl+n' || name === 'tab') at = (at + 1) % options.length
    else if (isWriting()) write(key)
    else if (isMultiple && name === ' ') mark(at)
    else if (/^[1-9]$/.test(name)) pick(Number(name) - 1)
  }

  function pick(index: number): void {
    const option = options[index]
    if (!option) return
    at = index
    if (isMultiple && option.wantsText === undefined) mark(index)
    else if (option.wantsText === undefined) choose()
  }

  function write(key: PressedKey): void {
    const binding = findBinding(key)
    if (binding) words = edit(words, { type: binding })
    else if (key.name === 'text' && !key.ctrl && !key.alt)
      words = edit(words, { type: 'insert', text: key.text })
  }

  function formatOption(
    { label, detail, wantsText }: ChoiceOption,
    index: number,
    screen: Screen,
  ): readonly string[] {
    const { palette } = screen
    const isHere = index === at
    const box = isMultiple && wantsText === undefined ? (marked.has(index) ? '☒ ' : '☐ ') : ''
    const [first = '', ...rest] = wrapText(`${index + 1}. ${box}${label}`, inset(screen, 2).width)
    const style = isHere ? palette.cyan : (text: string): string => text
    return [
      `${isHere ? palette.cyan('❯') : ' '} ${style(first)}`,
      ...rest.map(line => `     ${style(line)}`),
      ...(detail ? wrapText(detail, inset(screen, 5).width).map(line => `     ${palette.dim(line)}`) : []),
    ]
  }

  return {
    key(key) {
      if (key.kind === 'paste' && isWriting())
        words = edit(words, { type: 'insert', text: key.text.replaceAll('\n', ' ') })
      else if (key.kind === 'key') press(key)
      panel.onChange()
    },
    frame({ screen, rows }): LiveFrame {
      const lists = options.map((option, index) => formatOption(option, index, screen))
      const field = isWriting() ? layoutText(words.text, words.cursor, Math.max(4, screen.width - 6)) : null
      const below = lists.flat().length + (field?.rows.length ?? 0) + 1
      const head = panel.head(screen, Math.max(2, rows - below))
      const lines: string[] = [...head]
      let cursor: LiveFrame['cursor']
      for (const [index, list] of lists.entries()) {
        lines.push(...list)
        if (index !== at || !field) continue
        cursor = { line: lines.length + field.cursor.line, column: field.cursor.column + 5 }
        const hint = screen.palette.dim(options[at]?.wantsText ?? '')
        lines.push(...(words.text === '' ? [`     ${hint}`] : field.rows.map(row => `     ${row}`)))
      }
      lines.push(screen.palette.dim(panel.hint))
      return { lines, cursor }
    },
  }
}
