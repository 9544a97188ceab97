import type { AttachedContext } from '@antiphon/core/chat'
import { findBinding } from '../editor/bindings.ts'
import { layoutText } from '../editor/layout-text.ts'
import { lineEnd, lineStart } from '../editor/places.ts'
import { type EditorCommand, type EditorState, EMPTY_EDITOR, edit } from '../editor/text-editor.ts'
import { clampVi } from '../editor/vi-edits.ts'
import { leaveInsert, pressVi, VI_START, type ViOutcome, type ViState } from '../editor/vi-keys.ts'
import { formatKey, type PressedKey } from '../keyboard/key.ts'
import type { LiveFrame } from '../terminal/live-screen.ts'
import { cutToWidth } from '../terminal/text-width.ts'
import { type Completion, type CompletionToken, findToken, formatMenu } from './completion-menu.ts'
import { createContextTags } from './context-tags.ts'
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
type Search = { readonly query: string; readonly at: number; readonly before: EditorState }

/** An empty field. */
export function createPromptField(options: PromptFieldOptions): PromptField {
  const { texts, history, onChange } = options
  const pastes = createPastes()
  const tags = createContextTags(texts)
  let looking = new AbortController()
  let state = EMPTY_EDITOR
  let vi = VI_START
  let menu: Menu | null = null
  let search: Search | null = null
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
    vi = VI_START
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

  function findMatch({ query, at }: Search): number {
    return history
      .list()
      .findIndex((text, index) => index >= at && text.toLowerCase().includes(query.toLowerCase()))
  }

  function searchKey(open: Search, key: PressedKey): void {
    const name = formatKey(key)
    const found = findMatch(open)
    if (name === 'ctrl+r') search = { ...open, at: found === -1 ? open.at : found + 1 }
    else if (name === 'backspace') search = { ...open, query: open.query.slice(0, -1), at: 0 }
    else if (name === 'escape' || name === 'ctrl+c' || name === 'ctrl+g') {
      search = null
      state = open.before
    } else if (key.name === 'text' && !key.ctrl && !key.alt)
      search = { ...open, query: open.query + key.text, at: 0 }
    else {
      const text = history.list()[found]
      search = null
      if (text !== undefined) state = edit(open.before, { type: 'set', text })
      if (name !== 'enter' && name !== 'tab') press(key)
    }
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
      const isWhole =
        open.items[open.chosen]?.text.trim() === state.text.slice(open.token.start, open.token.end)
      if (isWhole) return false
      accept(open, 'enter')
      // A command without arguments is said at once, a file is a word of a sentence.
      if (open.token.kind === 'command' && !state.text.endsWith(' ')) submit()
    } else return false
    return true
  }

  function takeOutcome(outcome: ViOutcome): void {
    if (outcome.editor.text !== state.text) back = -1
    vi = outcome.vi
    state = outcome.editor
    menu = null
    const { way, count = 0 } = outcome.travel ?? {}
    for (let left = count; left > 0; left--) way === 'up' ? goUp() : goDown()
    if (vi.mode === 'normal') state = clampVi(state)
  }

  /** True where the key was a command of vi. */
  function viKey(key: PressedKey, name: string): boolean {
    if (!options.hasViKeys) return false
    if (name === 'escape') takeOutcome(leaveInsert(vi, state))
    else if (vi.mode === 'insert') return false
    else if (name === 'backspace') takeOutcome(pressVi(vi, state, 'h'))
    else if (key.name === 'text' && !key.ctrl && !key.alt)
      takeOutcome(pressVi(vi, state, name === ' ' && vi.pending === '' ? 'l' : key.text))
    else return false
    return true
  }

  function press(key: PressedKey): void {
    const name = formatKey(key)
    if (menu && menuKey(menu, name)) return
    if (viKey(key, name)) return
    if (key.name === 'enter') {
      key.shift || key.alt ? apply({ type: 'insert', text: '\n' }) : submit()
      return
    }
    if (name === 'ctrl+r') {
      search = { query: '', at: 0, before: state }
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
    viMode: () => (options.hasViKeys ? vi.mode : null),
    takesEscape: () => options.hasViKeys && (vi.mode === 'insert' || vi.pending !== ''),
    isOpen: () => menu !== null || search !== null,
    key(key) {
      if (key.kind === 'paste') paste(key.text)
      else if (key.kind === 'key') {
        if (search) searchKey(search, key)
        else press(key)
        if (vi.mode === 'normal') state = clampVi(state)
      }
      onChange()
    },
    frame: room => (search ? frameSearch(search, room) : frameText(room)),
  }

  function frameSearch(open: Search, { screen }: PanelRoom): LiveFrame {
    const found = history.list()[findMatch(open)]
    const head = `${texts.search} › ${open.query}`
    const match = found === undefined ? texts.nothingFound : found.replaceAll('\n', ' ⏎ ')
    return {
      lines: [head, screen.palette.dim(`  ${cutToWidth(match, screen.width - 2)}`)],
      cursor: { line: 0, column: head.length },
    }
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
