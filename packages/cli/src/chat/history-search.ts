import { type EditorState, edit } from '../editor/text-editor.ts'
import { formatKey, type PressedKey } from '../keyboard/key.ts'
import type { LiveFrame } from '../terminal/live-screen.ts'
import { cutToWidth, textWidth } from '../terminal/text-width.ts'
import type { PanelRoom } from './panel.ts'
import type { PromptHistory } from './prompt-history.ts'
import type { ReplTexts } from './repl-texts.ts'

/** Looks for an earlier prompt by some of its letters, as Ctrl-R does in a shell. */
export interface HistorySearch {
  isOpen(): boolean
  /** Begins with what is written, which comes back where nothing is taken. */
  open(before: EditorState): void
  key(key: PressedKey): SearchOutcome
  frame(room: PanelRoom): LiveFrame
}

export type SearchOutcome = {
  /** What stands in the field now; absent while it is looked for. */
  readonly editor?: EditorState
  /** Whether the key means what it always does, in what was found. */
  readonly isPassedOn: boolean
}

type Search = { readonly query: string; readonly at: number; readonly before: EditorState }

/** Nothing is looked for yet. */
export function createHistorySearch(
  history: Pick<PromptHistory, 'list'>,
  texts: Pick<ReplTexts, 'search' | 'nothingFound'>,
): HistorySearch {
  let search: Search | null = null

  function findMatch({ query, at }: Search): number {
    return history
      .list()
      .findIndex((text, index) => index >= at && text.toLowerCase().includes(query.toLowerCase()))
  }

  function lookFor(next: Search): SearchOutcome {
    search = next
    return { isPassedOn: false }
  }

  return {
    isOpen: () => search !== null,
    open(before) {
      search = { query: '', at: 0, before }
    },
    key(key) {
      if (!search) return { isPassedOn: true }
      const open = search
      const name = formatKey(key)
      const found = findMatch(open)
      if (name === 'ctrl+r') return lookFor({ ...open, at: found === -1 ? open.at : found + 1 })
      if (name === 'backspace') return lookFor({ ...open, query: open.query.slice(0, -1), at: 0 })
      if (key.name === 'text' && !key.ctrl && !key.alt)
        return lookFor({ ...open, query: open.query + key.text, at: 0 })
      search = null
      if (LEAVING.has(name)) return { editor: open.before, isPassedOn: false }
      const text = history.list()[found]
      const editor = text === undefined ? open.before : edit(open.before, { type: 'set', text })
      return { editor, isPassedOn: name !== 'enter' && name !== 'tab' }
    },
    frame({ screen }) {
      if (!search) return { lines: [] }
      const found = history.list()[findMatch(search)]
      const head = `${texts.search} › ${search.query}`
      const match = found === undefined ? texts.nothingFound : found.replaceAll('\n', ' ⏎ ')
      return {
        lines: [head, screen.palette.dim(`  ${cutToWidth(match, screen.width - 2)}`)],
        cursor: { line: 0, column: textWidth(head) },
      }
    },
  }
}

const LEAVING: ReadonlySet<string> = new Set(['escape', 'ctrl+c', 'ctrl+g'])
