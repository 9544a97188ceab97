import { type EditorState, edit } from './text-editor.ts'
import { MAX_PUT_UNITS } from './vi-edits.ts'

/** How a text stood when writing began, and how often what is written shall stand there. */
export type ViWriting = Pick<EditorState, 'text' | 'cursor'> & {
  readonly times: number
  /** What stands before each further one: lines that were opened are lines. */
  readonly between: string
}

/** What a person wrote in one place: how much before it went, and what came. */
export type ViWritten = { readonly removed: number; readonly text: string }

/** No letter. */
export const NOTHING_WRITTEN: ViWritten = { removed: 0, text: '' }

/** What was written since writing began; null where it was not at the place where it began. */
export function readWritten(
  { text: before, cursor }: ViWriting,
  { text, cursor: now }: EditorState,
): ViWritten | null {
  const behind = before.slice(cursor)
  const end = text.length - behind.length
  if (!text.endsWith(behind) || now !== end) return null
  let same = 0
  while (same < Math.min(cursor, end) && before[same] === text[same]) same++
  return { removed: cursor - same, text: text.slice(same, end) }
}

/** Writes it at the cursor. */
export function write(editor: EditorState, { removed, text }: ViWritten): EditorState {
  const { cursor } = editor
  return edit(editor, { type: 'replace', start: Math.max(0, cursor - removed), end: cursor, text })
}

/** Writes what was written as often as the number before the command said. */
export function writeTimes(editor: EditorState, { text }: ViWritten, writing: ViWriting): EditorState {
  const whole = writing.between + text
  const more = Math.min(writing.times - 1, Math.floor(MAX_PUT_UNITS / Math.max(1, whole.length)))
  if (more <= 0 || text === '') return editor
  const place = editor.text.length - (writing.text.length - writing.cursor)
  return edit(editor, { type: 'replace', start: place, end: place, text: whole.repeat(more) })
}
