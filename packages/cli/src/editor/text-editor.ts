import { textWidth } from '../terminal/text-width.ts'
import { lineEnd, lineStart, nextPlace, previousPlace, splitGraphemes } from './places.ts'

/** A text with the place in it where a person writes. Values: what was done can be undone. */
export type EditorState = {
  readonly text: string
  /** A place between two signs, counted in UTF-16 units. */
  readonly cursor: number
  /** The column that going up and down keeps to. */
  readonly column?: number
  /** What was cut last, to be put in again. */
  readonly killed: string
  readonly past: readonly Snapshot[]
  readonly future: readonly Snapshot[]
  /** What the last change was: letters that follow each other are undone together. */
  readonly last?: EditorCommand['type']
}

type Snapshot = { readonly text: string; readonly cursor: number }

/** What can be done with a text, by the names of emacs where it has one. */
export type EditorCommand =
  | { readonly type: 'insert'; readonly text: string }
  | { readonly type: 'replace'; readonly start: number; readonly end: number; readonly text: string }
  | { readonly type: 'set'; readonly text: string }
  | { readonly type: SimpleCommand }

export type SimpleCommand = MoveCommand | CutCommand | 'yank' | 'undo' | 'redo' | 'transpose'

type MoveCommand =
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'line-start'
  | 'line-end'
  | 'text-start'
  | 'text-end'
  | 'up'
  | 'down'

type CutCommand =
  | 'delete-back'
  | 'delete-forward'
  | 'kill-word-back'
  | 'kill-word-forward'
  | 'kill-line-start'
  | 'kill-line-end'

/** Nothing written yet. */
export const EMPTY_EDITOR: EditorState = { text: '', cursor: 0, killed: '', past: [], future: [] }

/** What becomes of a text; a command that can do nothing gives the same state. */
export function edit(state: EditorState, command: EditorCommand): EditorState {
  switch (command.type) {
    case 'insert':
      return change(state, { type: 'insert', start: state.cursor, end: state.cursor, text: command.text })
    case 'replace':
      return change(state, { type: 'replace', start: command.start, end: command.end, text: command.text })
    case 'set':
      return change(state, { type: 'set', start: 0, end: state.text.length, text: command.text })
    case 'undo':
      return travel(state, 'past', 'future')
    case 'redo':
      return travel(state, 'future', 'past')
    case 'yank':
      return change(state, { type: 'yank', start: state.cursor, end: state.cursor, text: state.killed })
    case 'transpose':
      return transpose(state)
    default:
      return isMove(command.type) ? move(state, command.type) : cut(state, command.type)
  }
}

type Change = {
  readonly type: EditorCommand['type']
  readonly start: number
  readonly end: number
  readonly text: string
}

function change(state: EditorState, { type, start, end, text }: Change): EditorState {
  if (start === end && text === '') return state
  const { text: before, cursor, past } = state
  // A word is one thing to undo, and so is a stretch that was deleted letter by letter.
  const goesOn = type === state.last && (type === 'delete-back' || (type === 'insert' && /^\S$/u.test(text)))
  return {
    text: before.slice(0, start) + text + before.slice(end),
    cursor: start + text.length,
    killed: state.killed,
    past: goesOn ? past : [...past.slice(-MAX_UNDO), { text: before, cursor }],
    future: [],
    last: type,
  }
}

const MAX_UNDO = 500

function travel(state: EditorState, from: 'past' | 'future', to: 'past' | 'future'): EditorState {
  const target = state[from].at(-1)
  if (!target) return state
  const here = { text: state.text, cursor: state.cursor }
  const ways = { [from]: state[from].slice(0, -1), [to]: [...state[to], here] }
  return { ...target, killed: state.killed, past: state.past, future: state.future, ...ways }
}

/** The two signs around the cursor in the other order, as emacs does it. */
function transpose(state: EditorState): EditorState {
  const { text, cursor } = state
  const end = cursor === lineEnd(text, cursor) ? cursor : nextPlace(text, cursor)
  const middle = previousPlace(text, end)
  const start = previousPlace(text, middle)
  if (start >= middle || middle >= end || text.slice(start, end).includes('\n')) return state
  return change(state, {
    type: 'transpose',
    start,
    end,
    text: text.slice(middle, end) + text.slice(start, middle),
  })
}

type Move = (text: string, cursor: number) => number

const MOVES: Readonly<Record<MoveCommand, Move>> = {
  left: previousPlace,
  right: nextPlace,
  'word-left': wordStart,
  'word-right': wordEnd,
  'line-start': lineStart,
  'line-end': lineEnd,
  'text-start': () => 0,
  'text-end': text => text.length,
  up: () => 0,
  down: () => 0,
}

function isMove(type: SimpleCommand): type is MoveCommand {
  return Object.hasOwn(MOVES, type)
}

function move(state: EditorState, type: MoveCommand): EditorState {
  const { last: _last, column: _column, ...kept } = state
  if (type !== 'up' && type !== 'down') return { ...kept, cursor: MOVES[type](state.text, state.cursor) }
  const column =
    state.column ?? textWidth(state.text.slice(lineStart(state.text, state.cursor), state.cursor))
  const line = type === 'up' ? lineStart(state.text, state.cursor) - 1 : lineEnd(state.text, state.cursor) + 1
  if (line < 0 || line > state.text.length) return state
  return { ...kept, cursor: placeInLine(state.text, lineStart(state.text, line), column), column }
}

/** The place in a line that is nearest to a column. */
function placeInLine(text: string, start: number, column: number): number {
  let [place, columns] = [start, 0]
  for (const sign of splitGraphemes(text.slice(start, lineEnd(text, start)))) {
    if (columns + textWidth(sign) > column) break
    columns += textWidth(sign)
    place += sign.length
  }
  return place
}

/** What each cut takes, and whether it can be put in again. */
const CUTS: Readonly<Record<CutCommand, Cut>> = {
  'delete-back': { range: (text, cursor) => [previousPlace(text, cursor), cursor], isKept: false },
  'delete-forward': { range: (text, cursor) => [cursor, nextPlace(text, cursor)], isKept: false },
  'kill-word-back': { range: (text, cursor) => [wordStart(text, cursor), cursor], isKept: true },
  'kill-word-forward': { range: (text, cursor) => [cursor, wordEnd(text, cursor)], isKept: true },
  'kill-line-start': { range: (text, cursor) => [lineStart(text, cursor), cursor], isKept: true },
  'kill-line-end': {
    // At the end of a line its end.
    range: (text, cursor) => [cursor, Math.max(lineEnd(text, cursor), Math.min(cursor + 1, text.length))],
    isKept: true,
  },
}

type Cut = {
  readonly range: (text: string, cursor: number) => readonly [number, number]
  readonly isKept: boolean
}

function cut(state: EditorState, type: CutCommand): EditorState {
  const { range, isKept } = CUTS[type]
  const [start, end] = range(state.text, state.cursor)
  if (start === end) return state
  const taken = state.text.slice(start, end)
  const changed = change(state, { type, start, end, text: '' })
  return isKept ? { ...changed, killed: taken } : changed
}

function wordStart(text: string, cursor: number): number {
  return cursor - (/[\p{L}\p{N}_]*[^\p{L}\p{N}_]*$/u.exec(text.slice(0, cursor))?.[0].length ?? 0)
}

function wordEnd(text: string, cursor: number): number {
  return cursor + (/^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(text.slice(cursor))?.[0].length ?? 0)
}
