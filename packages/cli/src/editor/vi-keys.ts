import { lineEnd, lineStart } from './places.ts'
import { type EditorState, edit } from './text-editor.ts'
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

/** How vi stands beside a text. */
export type ViState = {
  readonly mode: 'normal' | 'insert'
  /** The beginning of a command. */
  readonly pending: string
  /** What `;` looks for again. */
  readonly find?: ViFind
  /** How many things could be undone when writing began: it is undone as one. */
  readonly begun: number
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
  const { last: _last, ...kept } = editor
  const isAtStart = editor.cursor === lineStart(editor.text, editor.cursor)
  const moved = isAtStart ? kept : edit(kept, { type: 'left' })
  return {
    vi: { ...vi, mode: 'normal', pending: '' },
    editor: { ...moved, past: moved.past.slice(0, vi.begun + 1) },
  }
}

/** Hears a letter in the mode of commands. What is no command is forgotten. */
export function pressVi(vi: ViState, editor: EditorState, letter: string): ViOutcome {
  const typed = vi.pending + letter
  const found = COMMAND.exec(typed)
  if (found?.groups) return runCommand({ ...vi, pending: '' }, editor, toCommand(found.groups))
  return { vi: { ...vi, pending: BEGINNING.test(typed) ? typed : '' }, editor }
}

// A number, an operator with its own, and what it is done to; or a command that stands alone.
const COUNT = '(?<count>[1-9][0-9]*)?'
const MOTION = '(?<motion>[hjklwbeWBE0^$G]|gg)|(?<way>[fFtT])(?<letter>.)|(?<again>[;,])'
const COMMAND = new RegExp(
  `^${COUNT}(?:(?<operator>[dcy])(?<own>[1-9][0-9]*)?(?:(?<line>\\k<operator>)|(?<word>[ia])w|${MOTION})|${MOTION.replaceAll(/<(\w+)>/g, '<$1Alone>')}|r(?<other>.)|(?<simple>[xXDCYsSpPuiaIAoOJ~]))$`,
  'us',
)
const BEGINNING = /^(?:[1-9][0-9]*)?(?:[dcy](?:[1-9][0-9]*)?[iafFtTg]?|[fFtTgr])?$/

type Command = {
  readonly count: number
  readonly isCounted: boolean
  readonly operator: 'd' | 'c' | 'y' | null
  readonly isLine: boolean
  readonly word: string | undefined
  readonly motion: string | undefined
  readonly find: ViFind | undefined
  readonly again: string | undefined
  readonly other: string | undefined
  readonly simple: string | undefined
}

function toCommand(groups: Readonly<Record<string, string | undefined>>): Command {
  const pick = (name: string): string | undefined => groups[name] ?? groups[`${name}Alone`]
  const [way, letter] = [pick('way'), pick('letter')]
  return {
    count: Math.min(MAX_COUNT, Number(groups.count ?? 1) * Number(groups.own ?? 1)),
    isCounted: groups.count !== undefined || groups.own !== undefined,
    // The pattern has these letters only.
    operator: (groups.operator ?? null) as Command['operator'],
    isLine: groups.line !== undefined,
    word: groups.word,
    motion: pick('motion'),
    find: way && letter ? { way: way as ViFind['way'], letter } : undefined,
    again: pick('again'),
    other: groups.other,
    simple: groups.simple,
  }
}

const MAX_COUNT = 10_000

function runCommand(vi: ViState, editor: EditorState, command: Command): ViOutcome {
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

function findTarget(vi: ViState, text: ViText, at: number, command: Command): ViTarget | null {
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
function findRange(vi: ViState, text: ViText, at: number, command: Command): Range | null {
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
function withoutBlanks(command: Command, { signs }: ViText, at: number): Command {
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

function runSimple(vi: ViState, editor: EditorState, { simple, count }: Command): ViOutcome {
  const { text, cursor } = editor
  const [start, end] = [lineStart(text, cursor), lineEnd(text, cursor)]
  const run = (keys: string): ViOutcome => [...keys].reduce(pressNext, { vi, editor })
  const insertAt = (place: number): ViOutcome => beginInsert(vi, editor, moveTo(editor, place))
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
      return cursor === end ? insertAt(cursor) : run('c$')
    case 'S':
      return run(`${count}cc`)
    case 'Y':
      return run(`${count}yy`)
    case 'i':
      return insertAt(cursor)
    case 'a':
      return insertAt(cursor < end ? edit(editor, { type: 'right' }).cursor : cursor)
    case 'I':
      return beginInsert(vi, editor, run('^').editor)
    case 'A':
      return insertAt(end)
    case 'o':
      return beginInsert(vi, editor, edit(editor, { type: 'replace', start: end, end, text: '\n' }))
    case 'O': {
      const opened = edit(editor, { type: 'replace', start, end: start, text: '\n' })
      return beginInsert(vi, editor, { ...opened, cursor: start })
    }
    case 'p':
    case 'P':
      return { vi, editor: put(editor, simple === 'P', count) }
    case 'u':
      return { vi, editor: clampVi(undo(editor, count)) }
    case 'J':
      return { vi, editor: joinLines(editor) }
    case '~':
      return { vi, editor: swapCase(editor, count) }
    default:
      return { vi, editor }
  }
}

function pressNext({ vi, editor }: ViOutcome, letter: string): ViOutcome {
  return pressVi(vi, editor, letter)
}

function beginInsert(vi: ViState, before: EditorState, editor: EditorState): ViOutcome {
  return { vi: { ...vi, mode: 'insert', pending: '', begun: before.past.length }, editor }
}
