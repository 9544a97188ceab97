import { findBinding } from '../editor/bindings.ts'
import { type EditorState, EMPTY_EDITOR, edit } from '../editor/text-editor.ts'
import { formatKey, type PressedKey } from '../keyboard/key.ts'
import { textWidth } from '../terminal/text-width.ts'
import { type Completion, formatMenu, isFuzzy } from './completion-menu.ts'
import type { Panel } from './panel.ts'

export type ListPanelOptions<T> = {
  readonly title: string
  readonly hint: string
  /** What is said where nothing fits what was typed. */
  readonly nothing: string
  readonly items: () => readonly T[]
  readonly show: (item: T) => Omit<Completion, 'text'>
  /** Lines about the item that is chosen. */
  readonly preview?: (item: T, width: number) => readonly string[]
  readonly onChoose: (item: T) => void
  readonly onCancel: () => void
  readonly onChange: () => void
}

/** A list in which one looks for something by some of its letters. */
export function createListPanel<T>(list: ListPanelOptions<T>): Panel {
  let query: EditorState = EMPTY_EDITOR
  let at = 0

  function matches(): readonly T[] {
    const words = query.text.toLowerCase().split(/\s+/).filter(Boolean)
    const fits = (text: string, test: (text: string, word: string) => boolean): boolean =>
      words.every(word => test(text, word))
    const told = list.items().map(item => {
      const { label, detail } = list.show(item)
      return { item, text: `${label} ${detail}`.toLowerCase() }
    })
    const exact = told.filter(({ text }) => fits(text, (all, word) => all.includes(word)))
    const loose = told.filter(one => !exact.includes(one) && fits(one.text, isFuzzy))
    return [...exact, ...loose].map(({ item }) => item)
  }

  function press(key: PressedKey): void {
    const name = formatKey(key)
    const found = matches()
    const chosen = found[Math.min(at, found.length - 1)]
    if (name === 'escape' || name === 'ctrl+c') {
      list.onCancel()
      return
    }
    if (key.name === 'enter') {
      chosen === undefined ? undefined : list.onChoose(chosen)
      return
    }
    if (name === 'up' || name === 'ctrl+p') at = Math.max(0, at - 1)
    else if (name === 'down' || name === 'ctrl+n') at = Math.min(found.length - 1, at + 1)
    else if (name === 'page-up') at = Math.max(0, at - 8)
    else if (name === 'page-down') at = Math.min(found.length - 1, at + 8)
    else {
      const binding = findBinding(key)
      if (binding) query = edit(query, { type: binding })
      else if (key.name === 'text' && !key.ctrl && !key.alt)
        query = edit(query, { type: 'insert', text: key.text })
      at = 0
    }
  }

  return {
    key(key) {
      if (key.kind === 'key') press(key)
      list.onChange()
    },
    frame({ screen, rows }) {
      const { palette, width } = screen
      const found = matches()
      const chosen = found[Math.min(at, found.length - 1)]
      const preview =
        chosen !== undefined && list.preview ? list.preview(chosen, width - 4).slice(0, rows - 8) : []
      const entries = found.map(item => ({ ...list.show(item), text: '' }))
      const head = `${palette.bold(list.title)} ${palette.dim('›')} `
      return {
        lines: [
          `${head}${query.text}`,
          ...formatMenu(entries, Math.min(at, found.length - 1), {
            screen,
            rows: Math.max(3, rows - 3 - preview.length),
          }),
          ...(found.length === 0 && query.text !== '' ? [palette.dim(`  ${list.nothing}`)] : []),
          ...preview.map(line => `  ${palette.dim('│')} ${line}`),
          palette.dim(list.hint),
        ],
        cursor: { line: 0, column: textWidth(list.title) + 3 + textWidth(query.text.slice(0, query.cursor)) },
      }
    },
  }
}
