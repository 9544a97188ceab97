import { formatKey, type PressedKey } from '../keyboard/key.ts'
import type { SimpleCommand } from './text-editor.ts'

/** What a key does to a text, by the habits of emacs and of shells; undefined for keys that mean something else. */
export function findBinding(key: PressedKey): SimpleCommand | undefined {
  return BINDINGS.get(formatKey(key))
}

/** Every key that edits, with what it does. */
export const BINDINGS: ReadonlyMap<string, SimpleCommand> = new Map([
  ['left', 'left'],
  ['ctrl+b', 'left'],
  ['right', 'right'],
  ['ctrl+f', 'right'],
  ['alt+left', 'word-left'],
  ['ctrl+left', 'word-left'],
  ['alt+b', 'word-left'],
  ['alt+right', 'word-right'],
  ['ctrl+right', 'word-right'],
  ['alt+f', 'word-right'],
  ['home', 'line-start'],
  ['ctrl+a', 'line-start'],
  ['end', 'line-end'],
  ['ctrl+e', 'line-end'],
  ['ctrl+home', 'text-start'],
  ['alt+<', 'text-start'],
  ['ctrl+end', 'text-end'],
  ['alt+>', 'text-end'],
  ['up', 'up'],
  ['ctrl+p', 'up'],
  ['down', 'down'],
  ['ctrl+n', 'down'],
  ['backspace', 'delete-back'],
  ['ctrl+h', 'delete-back'],
  ['shift+backspace', 'delete-back'],
  ['delete', 'delete-forward'],
  ['ctrl+d', 'delete-forward'],
  ['alt+backspace', 'kill-word-back'],
  ['ctrl+backspace', 'kill-word-back'],
  ['ctrl+w', 'kill-word-back'],
  ['alt+d', 'kill-word-forward'],
  ['ctrl+u', 'kill-line-start'],
  ['ctrl+k', 'kill-line-end'],
  ['ctrl+y', 'yank'],
  ['ctrl+_', 'undo'],
  ['alt+z', 'undo'],
  ['alt+Z', 'redo'],
  ['ctrl+t', 'transpose'],
])
