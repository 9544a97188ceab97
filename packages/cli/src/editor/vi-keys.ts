import { lineEnd, lineStart } from './places.ts'
import { type EditorState, edit } from './text-editor.ts'
import { isViBeginning, readViCommand, type ViCommand } from './vi-command.ts'
import { clampVi, joinLines, moveTo, put, replaceSigns, signAt, swapCase, undo } from './vi-edits.ts'
import {
  findViLetter,
  findViTarget,
  findViWord,
  toViText,
  type ViFind,
  type ViTarget,
  type ViText,
  viLineEnd,
  viLineStart,
} from './vi-motions.ts'
import {
  NOTHING_WRITTEN,
  readWritten,
  type ViWriting,
  type ViWritten,
  write,
  writeTimes,
} from './vi-writing.ts'

/** How vi stands beside a text. */
export type ViState = {
  readonly mode: 'normal' | 'insert'
  /** The beginning of a command. */
  readonly pending: string
  /** What `;` looks for again. */
  readonly find?: ViFind
  /** How many things could be undone when writing began: it is undone as one. */
  readonly begun: number
  /** Where writing began, and how often it is written. */
  readonly writing?: ViWriting
  /** What `.` does again. */
  readonly change?: { readonly command: ViCommand; readonly written: ViWritten }
}

/** What a letter did. */
export type ViOutcome = {
  readonly vi: ViState
  readonly editor: EditorState
  /** A line up or down was wished: beyond the text there may be something else. */
  readonly travel?: { readonly way: 'up' | 'down'; readonly count: number }
}

/** Writing, as in any other field. */
export const VI_START: ViState = { mode: 'insert', pending: '', begun: 0 }

/** Goes from writing to commands; a command that was begun is forgotten. */
export function leaveInsert(vi: ViState, editor: EditorState): ViOutcome {
  if (vi.mode === 'normal') return { vi: { ...vi, pending: '' }, editor }
  const { writing, change, ...left } = vi
  const written = writing ? readWritten(writing, editor) : NOTHING_WRITTEN
  const { last: _last, ...kept } = writing && written ? writeTimes(editor, written, writing) : editor
  const isAtStart = kept.cursor === lineStart(kept.text, kept.cursor)
  const moved = isAtStart ? kept : edit(kept, { type: 'left' })
  const isKnown = change !== undefined && written !== null
  return {
    vi: {
      ...{ ...left, mode: 'normal', pending: '' },
      ...(isKnown && { change: writing ? { ...change, written } : change }),
    },
    editor: { ...moved, past: moved.past.slice(0, vi.begun + 1) },
  }
}

/** Hears a letter in the mode of commands. What is no command is forgotten. */
export function pressVi(vi: ViState, editor: EditorState, letter: string): ViOutcome {
  const typed = vi.pending + letter
  const command = readViCommand(typed)
  if (command?.simple === '.') return repeat({ ...vi, pending: '' }, editor, command)
  if (command) return runChange({ ...vi, pending: '' }, editor, command)
  return { vi: { ...vi, pending: isViBeginning(typed) ? typed : '' }, editor }
}

/** Runs a command; one that changes the text is what `.` does again. */
function runChange(vi: ViState, editor: EditorState, command: ViCommand): ViOutcome {
  const outcome = runCommand(vi, editor, command)
  const isChange = command.simple !== 'u' && command.operator !== 'y'
  const isDone = outcome.vi.mode === 'insert' || outcome.editor.text !== editor.text
  if (!isChange || !isDone) return outcome
  return { ...outcome, vi: { ...outcome.vi, change: { command, written: NOTHING_WRITTEN } } }
}

/** Does the last change again, with what was written in it; a number takes the place of its own. */
function repeat(vi: ViState, editor: EditorState, { count, isCounted }: ViCommand): ViOutcome {
  if (!vi.change) return { vi, editor }
  const { command, written } = vi.change
  const again = runChange(vi, editor, isCounted ? { ...command, count, isCounted } : command)
  if (again.vi.mode === 'normal') return again
  return leaveInsert(again.vi, write(again.editor, written))
}

function runCommand(vi: ViState, editor: EditorState, command: ViCommand): ViOutcome {
  if (command.simple !== undefined) return runSimple(vi, editor, command)
  if (command.other !== undefined) return { vi, editor: replaceSigns(editor, command.other, command.count) }
  const { motion, operator, count } = command
  if (operator === null && (motion === 'j' || motion === 'k'))
    return { vi, editor, travel: { way: motion === 'j' ? 'down' : 'up', count } }
  const next = command.find ? { ...vi, find: command.find } : vi
  const text = toViText(editor.text)
  const at = signAt(text, editor.cursor)
  if (operator === null) {
    const target = findTarget(next, text, at, command)
    return { vi: next, editor: target ? moveTo(editor, text.places[target.to] ?? 0) : editor }
  }
  const range = findRange(next, text, at, command)
  return range ? operate(next, editor, operator, range) : { vi: next, editor }
}

function findTarget(vi: ViState, text: ViText, at: number, command: ViCommand): ViTarget | null {
  const { count, isCounted, motion } = command
  const find = command.find ?? (command.again ? toAgain(vi.find, command.again) : undefined)
  if (find) return findViLetter(text, at, find, count)
  return motion === undefined ? null : findViTarget(text, at, motion, { count, isCounted })
}

const OPPOSITE = { f: 'F', F: 'f', t: 'T', T: 't' } as const

function toAgain(find: ViFind | undefined, sign: string): ViFind | undefined {
  return find && sign === ',' ? { ...find, way: OPPOSITE[find.way] } : find
}

type Range = { readonly start: number; readonly end: number; readonly isLines: boolean }

/** What an operator is done to, as places of the text. */
function findRange(vi: ViState, text: ViText, at: number, command: ViCommand): Range | null {
  const place = (sign: number): number => text.places[Math.min(sign, text.signs.length)] ?? 0
  if (command.word !== undefined) {
    const [start, end] = findViWord(text, at, command.word === 'a')
    return { start: place(start), end: place(end), isLines: false }
  }
  const target = command.isLine
    ? (findViTarget(text, at, 'j', { count: command.count - 1, isCounted: true }) ?? null)
    : findTarget(vi, text, at, withoutBlanks(command, text, at))
  if (!target) return null
  const [first, last] = [Math.min(at, target.to), Math.max(at, target.to)]
  if (target.reach === 'lines')
    return { start: place(viLineStart(text, first)), end: place(viLineEnd(text, last)), isLines: true }
  const behind = target.reach === 'inclusive' ? last + 1 : last
  // A word that ends its line is taken without the end of the line.
  const isWord = command.motion === 'w' || command.motion === 'W'
  const end = isWord && viLineEnd(text, at) < behind ? viLineEnd(text, at) : behind
  return { start: place(first), end: place(end), isLines: false }
}

/** To change a word leaves the blanks behind it. */
function withoutBlanks(command: ViCommand, { signs }: ViText, at: number): ViCommand {
  const isOnWord = /^\S/u.test(signs[at] ?? ' ')
  const isWord = command.motion === 'w' || command.motion === 'W'
  if (command.operator !== 'c' || !isWord || !isOnWord) return command
  return { ...command, motion: command.motion === 'w' ? 'e' : 'E' }
}

function operate(
  vi: ViState,
  editor: EditorState,
  operator: 'd' | 'c' | 'y',
  { start, end, isLines }: Range,
): ViOutcome {
  const { text } = editor
  const killed = text.slice(start, end) + (isLines ? '\n' : '')
  if (killed === '') return operator === 'c' ? beginInsert(vi, editor, editor) : { vi, editor }
  if (operator === 'y') return { vi, editor: { ...moveTo(editor, start), killed } }
  if (operator === 'c') {
    const cut = { ...edit(editor, { type: 'replace', start, end, text: '' }), killed }
    return beginInsert(vi, editor, cut)
  }
  // With the last lines the newline before them goes.
  const isLast = isLines && end === text.length
  const from = isLast ? Math.max(0, start - 1) : start
  const cut = edit(editor, {
    type: 'replace',
    start: from,
    end: isLines && !isLast ? end + 1 : end,
    text: '',
  })
  const cursor = isLines ? lineStart(cut.text, Math.min(from + (isLast ? 1 : 0), cut.text.length)) : start
  return { vi, editor: clampVi({ ...cut, killed, cursor }) }
}

function runSimple(vi: ViState, editor: EditorState, { simple, count }: ViCommand): ViOutcome {
  const { text, cursor } = editor
  const [start, end] = [lineStart(text, cursor), lineEnd(text, cursor)]
  const run = (keys: string): ViOutcome => [...keys].reduce(pressNext, { vi, editor })
  const insert = (begun: EditorState, between = ''): ViOutcome =>
    beginInsert(vi, editor, begun, { times: count, between })
  const insertAt = (place: number): ViOutcome => insert(moveTo(editor, place))
  switch (simple) {
    case 'x':
      return run(`${count}dl`)
    case 'X':
      return run(`${count}dh`)
    case 's':
      return run(`${count}cl`)
    case 'D':
      return run('d$')
    case 'C':
      return cursor === end ? beginInsert(vi, editor, editor) : run('c$')
    case 'S':
      return run(`${count}cc`)
    case 'Y':
      return run(`${count}yy`)
    case 'i':
      return insertAt(cursor)
    case 'a':
      return insertAt(cursor < end ? edit(editor, { type: 'right' }).cursor : cursor)
    case 'I':
      return insert(run('^').editor)
    case 'A':
      return insertAt(end)
    case 'o':
      return insert(edit(editor, { type: 'replace', start: end, end, text: '\n' }), '\n')
    case 'O': {
      const opened = edit(editor, { type: 'replace', start, end: start, text: '\n' })
      return insert({ ...opened, cursor: start }, '\n')
    }
    case 'p':
    case 'P':
      return { vi, editor: put(editor, simple === 'P', count) }
    case 'u':
      return { vi, editor: clampVi(undo(editor, count)) }
    case 'J':
      return { vi, editor: joinLines(editor, count) }
    case '~':
      return { vi, editor: swapCase(editor, count) }
    default:
      return { vi, editor }
  }
}

function pressNext({ vi, editor }: ViOutcome, letter: string): ViOutcome {
  return pressVi(vi, editor, letter)
}

function beginInsert(
  vi: ViState,
  before: EditorState,
  editor: EditorState,
  { times, between }: Pick<ViWriting, 'times' | 'between'> = { times: 1, between: '' },
): ViOutcome {
  const writing = { text: editor.text, cursor: editor.cursor, times, between }
  return { vi: { ...vi, mode: 'insert', pending: '', begun: before.past.length, writing }, editor }
}
