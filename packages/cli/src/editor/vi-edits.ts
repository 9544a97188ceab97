import { lineEnd, lineStart } from './places.ts'
import { type EditorState, edit } from './text-editor.ts'
import { toViText, type ViText, viLineEnd } from './vi-motions.ts'

/** The cursor stands on a sign, not behind the last of a line. */
export function clampVi(editor: EditorState): EditorState {
  const { text, cursor } = editor
  if (cursor < lineEnd(text, cursor) || cursor === lineStart(text, cursor)) return editor
  const { column, ...moved } = edit(editor, { type: 'left' })
  return column === undefined && editor.column !== undefined ? { ...moved, column: editor.column } : moved
}

/** Takes back some changes, as far as there are any. */
export function undo(editor: EditorState, count: number): EditorState {
  let state = editor
  for (let left = count; left > 0; left--) {
    const next = edit(state, { type: 'undo' })
    if (next === state) break
    state = next
  }
  return state
}

/** Lines that were taken become lines again, other text goes behind the cursor, or before it. */
export function put(editor: EditorState, isBefore: boolean, count: number): EditorState {
  const { text, cursor, killed } = editor
  if (killed === '') return editor
  const whole = killed.repeat(Math.min(count, Math.ceil(MAX_PUT_UNITS / killed.length)))
  if (!killed.endsWith('\n')) {
    const isEnd = isBefore || cursor === lineEnd(text, cursor)
    const place = isEnd ? cursor : edit(editor, { type: 'right' }).cursor
    const changed = edit(editor, { type: 'replace', start: place, end: place, text: whole })
    return { ...edit(changed, { type: 'left' }), killed }
  }
  const place = isBefore ? lineStart(text, cursor) : lineEnd(text, cursor)
  const added = isBefore ? whole : `\n${whole.slice(0, -1)}`
  const changed = edit(editor, { type: 'replace', start: place, end: place, text: added })
  return { ...changed, killed, cursor: isBefore ? place : place + 1 }
}

/** What is put in many times ends somewhere. */
export const MAX_PUT_UNITS = 100_000

/** Puts one sign in place of some, where the line has so many. */
export function replaceSigns(editor: EditorState, sign: string, count: number): EditorState {
  const text = toViText(editor.text)
  const at = signAt(text, editor.cursor)
  if (at + count > viLineEnd(text, at)) return editor
  const [start = 0, end = 0] = [text.places[at], text.places[at + count]]
  const changed = edit(editor, { type: 'replace', start, end, text: sign.repeat(count) })
  return edit(changed, { type: 'left' })
}

/** Makes large letters small and small ones large, and goes behind them. */
export function swapCase(editor: EditorState, count: number): EditorState {
  const text = toViText(editor.text)
  const at = signAt(text, editor.cursor)
  const behind = Math.min(at + count, viLineEnd(text, at))
  const [start = 0, end = 0] = [text.places[at], text.places[behind]]
  if (start === end) return editor
  const swapped = text.signs
    .slice(at, behind)
    .map(sign => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()))
  return clampVi(edit(editor, { type: 'replace', start, end, text: swapped.join('') }))
}

/** Joins so many lines to one, two at least. */
export function joinLines(editor: EditorState, count: number): EditorState {
  let state = editor
  for (let left = Math.max(1, count - 1); left > 0; left--) {
    const end = lineEnd(state.text, state.cursor)
    if (end === state.text.length) break
    const blanks = /^\n[ \t]*/.exec(state.text.slice(end))?.[0].length ?? 1
    const joined = edit(state, { type: 'replace', start: end, end: end + blanks, text: ' ' })
    state = { ...joined, cursor: end }
  }
  return state.past === editor.past ? state : { ...state, past: state.past.slice(0, editor.past.length + 1) }
}

/** The cursor elsewhere; what was typed last is over. */
export function moveTo(editor: EditorState, cursor: number): EditorState {
  const { last: _last, column: _column, ...kept } = editor
  return { ...kept, cursor }
}

/** Which sign of the text the cursor stands on. */
export function signAt({ places }: ViText, cursor: number): number {
  return Math.max(
    0,
    places.findLastIndex(place => place <= cursor),
  )
}
