import type { AttachedContext } from '@antiphon/core/chat'
import { findBinding } from '../editor/bindings.ts'
import { layoutText } from '../editor/layout-text.ts'
import { lineEnd, lineStart } from '../editor/places.ts'
import { type EditorCommand, EMPTY_EDITOR, edit } from '../editor/text-editor.ts'
import type { ViOutcome, ViState } from '../editor/vi-keys.ts'
import { formatKey, type PressedKey } from '../keyboard/key.ts'
import type { LiveFrame } from '../terminal/live-screen.ts'
import { type Completion, type CompletionToken, findToken, formatMenu } from './completion-menu.ts'
import { createContextTags } from './context-tags.ts'
import { createFieldVi } from './field-vi.ts'
import { createHistorySearch } from './history-search.ts'
import type { Panel, PanelRoom } from './panel.ts'
import { createPastes } from './pastes.ts'
import type { PromptHistory } from './prompt-history.ts'
import type { ReplTexts } from './repl-texts.ts'

/** Where a person writes: several lines, what they wrote before, and words that are completed. */
export interface PromptField extends Panel {
  text(): string
  setText(text: string): void
  /** Whether nothing is written or attached. */
  isEmpty(): boolean
  clear(): void
  /** Puts a prompt that was said back, before what is written. */
  giveBack(text: string, contexts: readonly AttachedContext[]): void
  /** Whether a menu or a search is open, which Escape closes first. */
  isOpen(): boolean
  /** The mode of vi, where its keys are wanted. */
  viMode(): ViState['mode'] | null
  /** Whether Escape leaves a mode of vi or forgets what was begun there. */
  takesEscape(): boolean
}

/** What a person has written when they send it. */
export type FieldPrompt = {
  /** With what its tags stand for. */
  readonly text: string
  /** As it stood in the field. */
  readonly written: string
  /** Paths of pictures. */
  readonly images: readonly string[]
  readonly contexts: readonly AttachedContext[]
}

export type PromptFieldOptions = {
  readonly texts: ReplTexts
  readonly history: PromptHistory
  readonly hasViKeys: boolean
  readonly complete: (token: CompletionToken, signal: AbortSignal) => Promise<readonly Completion[]>
  /** The path of a picture that was pasted; null for anything else. */
  readonly findImage: (text: string) => string | null
  readonly onSubmit: (prompt: FieldPrompt) => void
  readonly onChange: () => void
  /** Up was pressed in the first line; true where something else took it. */
  readonly onUp: () => boolean
}

type Menu = {
  readonly token: CompletionToken
  readonly items: readonly Completion[]
  readonly chosen: number
}

/** An empty field. */
export function createPromptField(options: PromptFieldOptions): PromptField {
  const { texts, history, onChange } = options
  const pastes = createPastes()
  const tags = createContextTags(texts)
  const vi = createFieldVi(options.hasViKeys)
  const search = createHistorySearch(history, texts)
  let looking = new AbortController()
  let state = EMPTY_EDITOR
  let menu: Menu | null = null
  let closedAt: string | null = null
  /** Which of the earlier prompts stands here; -1 for what is being written. */
  let back = -1
  let draft = ''

  function apply(command: EditorCommand): void {
    state = edit(state, command)
    if (command.type === 'insert' || command.type === 'set' || command.type.startsWith('delete')) back = -1
    void lookForWords()
  }

  /** Asks for completions of the word at the cursor; what comes too late is not shown. */
  async function lookForWords(): Promise<void> {
    const { text, cursor } = state
    const token = findToken(text, cursor)
    looking.abort()
    looking = new AbortController()
    if (!token || closedAt === text) {
      menu = null
      return
    }
    closedAt = null
    const items = await options.complete(token, looking.signal).catch(() => [])
    if (state.text !== text || state.cursor !== cursor) return
    menu = items.length === 0 ? null : { token, items, chosen: 0 }
    onChange()
  }

  /** Tab writes what has words, as a shell does; Enter attaches what can go along. */
  function accept({ token, items, chosen }: Menu, key: 'tab' | 'enter'): void {
    const item = items[chosen]
    menu = null
    if (!item) return
    const isAttached = item.attached !== undefined && (key === 'enter' || item.text === '')
    if (isAttached && item.attached) tags.add(item.attached)
    apply({ type: 'replace', start: token.start, end: token.end, text: isAttached ? '' : item.text })
  }

  function submit(): void {
    const written = state.text
    if (written.endsWith('\\') && state.cursor === written.length) {
      apply({ type: 'replace', start: written.length - 1, end: written.length, text: '\n' })
      return
    }
    menu = null
    state = { ...EMPTY_EDITOR, killed: state.killed }
    vi.reset()
    back = -1
    const unfolded = pastes.unfold(written)
    if (written.trim() !== '') void history.add(unfolded.text)
    // A command is no prompt: what is attached waits for one.
    const contexts = /^\s*[/!#]/.test(written) ? [] : tags.list()
    if (contexts.length > 0) tags.set([])
    options.onSubmit({ ...unfolded, written, contexts })
  }

  function travel(step: 1 | -1): void {
    const list = history.list()
    const next = back + step
    if (next < -1 || next >= list.length) return
    if (back === -1) draft = state.text
    state = edit(state, { type: 'set', text: next === -1 ? draft : (list[next] ?? '') })
    back = next
    menu = null
  }

  function goUp(): void {
    if (lineStart(state.text, state.cursor) > 0) {
      apply({ type: 'up' })
      return
    }
    if (!options.onUp()) travel(1)
  }

  function goDown(): void {
    if (lineEnd(state.text, state.cursor) < state.text.length) {
      apply({ type: 'down' })
      return
    }
    travel(-1)
  }

  function searchKey(key: PressedKey): void {
    const { editor, isPassedOn } = search.key(key)
    if (editor) state = editor
    if (isPassedOn) press(key)
  }

  function menuKey(open: Menu, name: string): boolean {
    const count = open.items.length
    if (name === 'up' || name === 'ctrl+p') menu = { ...open, chosen: (open.chosen + count - 1) % count }
    else if (name === 'down' || name === 'ctrl+n') menu = { ...open, chosen: (open.chosen + 1) % count }
    else if (name === 'tab') accept(open, 'tab')
    else if (name === 'escape') {
      menu = null
      closedAt = state.text
    } else if (name === 'enter') {
      const { text = '', alike = [] } = open.items[open.chosen] ?? {}
      // What was written to its end is said, whichever of its names it is.
      if ([text.trim(), ...alike].includes(state.text.slice(open.token.start, open.token.end))) return false
      accept(open, 'enter')
      // A command without arguments is said at once, a file is a word of a sentence.
      if (open.token.kind === 'command' && !state.text.endsWith(' ')) submit()
    } else return false
    return true
  }

  function takeOutcome({ editor, travel: wish }: ViOutcome): void {
    if (editor.text !== state.text) back = -1
    state = editor
    menu = null
    for (let left = wish?.count ?? 0; left > 0; left--) wish?.way === 'up' ? goUp() : goDown()
    state = vi.clamp(state)
  }

  function press(key: PressedKey): void {
    const name = formatKey(key)
    if (menu && menuKey(menu, name)) return
    const outcome = vi.press(key, state)
    if (outcome) {
      takeOutcome(outcome)
      return
    }
    if (key.name === 'enter') {
      key.shift || key.alt ? apply({ type: 'insert', text: '\n' }) : submit()
      return
    }
    if (name === 'ctrl+r') {
      search.open(state)
      menu = null
      return
    }
    if (name === 'up' || name === 'ctrl+p') {
      goUp()
      return
    }
    if (name === 'down' || name === 'ctrl+n') {
      goDown()
      return
    }
    const binding = findBinding(key)
    if (binding === 'delete-back' && state.cursor === 0 && tags.removeLast()) return
    if (binding) {
      apply({ type: binding })
      return
    }
    if (key.name === 'text' && !key.ctrl && !key.alt) apply({ type: 'insert', text: key.text })
  }

  function paste(text: string): void {
    const image = options.findImage(text)
    apply({
      type: 'insert',
      text: image === null ? pastes.fold(text, texts.paste) : `${pastes.foldImage(image)} `,
    })
  }

  return {
    text: () => state.text,
    setText(text) {
      state = edit(state, { type: 'set', text })
      back = -1
      menu = null
    },
    isEmpty: () => state.text === '' && tags.list().length === 0,
    clear() {
      state = edit(state, { type: 'set', text: '' })
      tags.set([])
      back = -1
      menu = null
    },
    giveBack(text, contexts) {
      state = edit(state, { type: 'set', text: [text, state.text].filter(Boolean).join('\n') })
      for (const context of contexts) tags.add(context)
      back = -1
    },
    ...{ viMode: vi.mode, takesEscape: vi.takesEscape },
    isOpen: () => menu !== null || search.isOpen(),
    key(key) {
      if (key.kind === 'paste') paste(key.text)
      else if (key.kind === 'key') {
        if (search.isOpen()) searchKey(key)
        else press(key)
        state = vi.clamp(state)
      }
      onChange()
    },
    frame: room => (search.isOpen() ? search.frame(room) : frameText(room)),
  }

  function frameText({ screen, rows }: PanelRoom): LiveFrame {
    const { rows: all, cursor } = layoutText(state.text, state.cursor, Math.max(4, screen.width - 3))
    const above = tags.format(screen).slice(0, Math.max(0, rows - 1))
    const most = Math.max(1, Math.min(MAX_ROWS, rows - above.length - (menu ? 4 : 0)))
    const first = Math.max(0, Math.min(cursor.line - most + 1, all.length - most))
    const shown = all.slice(first, first + most)
    const sign = state.text.startsWith('!')
      ? screen.palette.yellow('!')
      : screen.palette.bold(screen.palette.cyan('›'))
    const lines = shown.map((row, index) => `${first + index === 0 ? sign : ' '} ${row}`)
    return {
      lines: [
        ...above,
        ...lines,
        ...(menu
          ? formatMenu(menu.items, menu.chosen, { screen, rows: rows - above.length - lines.length })
          : []),
      ],
      cursor: { line: above.length + cursor.line - first, column: cursor.column + 2 },
    }
  }
}

const MAX_ROWS = 12
