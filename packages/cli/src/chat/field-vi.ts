import type { EditorState } from '../editor/text-editor.ts'
import { clampVi } from '../editor/vi-edits.ts'
import { leaveInsert, pressVi, VI_START, type ViOutcome, type ViState } from '../editor/vi-keys.ts'
import { formatKey, type PressedKey } from '../keyboard/key.ts'

/** The keys of vi where one writes. */
export interface FieldVi {
  /** Null where they are not wanted. */
  mode(): ViState['mode'] | null
  /** Whether Escape leaves a mode or forgets what was begun. */
  takesEscape(): boolean
  /** What a key does to what is written; null where it is none of them. */
  press(key: PressedKey, editor: EditorState): ViOutcome | null
  /** What is written, with the cursor where the mode has it. */
  clamp(editor: EditorState): EditorState
  /** Another text begins. */
  reset(): void
}

/** They begin with writing. */
export function createFieldVi(isWanted: boolean): FieldVi {
  let vi = VI_START

  function decide(key: PressedKey, editor: EditorState): ViOutcome | null {
    const name = formatKey(key)
    if (name === 'escape') return leaveInsert(vi, editor)
    if (vi.mode === 'insert') return null
    if (name === 'backspace') return pressVi(vi, editor, 'h')
    if (key.name !== 'text' || key.ctrl || key.alt) return null
    return pressVi(vi, editor, name === ' ' && vi.pending === '' ? 'l' : key.text)
  }

  return {
    mode: () => (isWanted ? vi.mode : null),
    takesEscape: () => isWanted && (vi.mode === 'insert' || vi.pending !== ''),
    press(key, editor) {
      const outcome = isWanted ? decide(key, editor) : null
      if (outcome) vi = outcome.vi
      return outcome
    },
    clamp: editor => (vi.mode === 'normal' ? clampVi(editor) : editor),
    reset() {
      vi = VI_START
    },
  }
}
