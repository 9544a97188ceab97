import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitGraphemes } from './places.ts'
import {
  type EditorCommand,
  type EditorState,
  EMPTY_EDITOR,
  edit,
  type SimpleCommand,
} from './text-editor.ts'

/** `|` is the cursor. */
function at(marked: string): EditorState {
  const cursor = marked.indexOf('|')
  return { ...EMPTY_EDITOR, text: marked.replace('|', ''), cursor }
}

const draw = ({ text, cursor }: EditorState): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`

const after = (marked: string, ...types: readonly SimpleCommand[]): string =>
  draw(types.reduce<EditorState>((state, type) => edit(state, { type }), at(marked)))

describe('edit', () => {
  it.each<readonly [string, SimpleCommand, string]>([
    ['ab|c', 'left', 'a|bc'],
    ['|\nab', 'line-start', '|\nab'],
    ['👨‍👩‍👧|x', 'left', '|👨‍👩‍👧x'],
    ['|é́x', 'right', 'é́|x'],
    ['a\n|b', 'left', 'a|\nb'],
    ['|', 'left', '|'],
    ['one two|', 'word-left', 'one |two'],
    ['|one two', 'word-right', 'one| two'],
    ['a\nbc|d', 'line-start', 'a\n|bcd'],
    ['a\nb|c\nd', 'line-end', 'a\nbc|\nd'],
    ['ab\nc|d', 'text-start', '|ab\ncd'],
    ['abc|\nd', 'down', 'abc\nd|'],
    ['ab\ncd|e', 'up', 'ab|\ncde'],
    ['漢字|\nabcd', 'down', '漢字\nabcd|'],
    ['a|b', 'up', 'a|b'],
    ['a😀|b', 'delete-back', 'a|b'],
    ['a|😀b', 'delete-forward', 'a|b'],
    ['one two|', 'kill-word-back', 'one |'],
    ['a b|c\nd', 'kill-line-start', '|c\nd'],
    ['a|bc\nd', 'kill-line-end', 'a|\nd'],
    ['a|\nd', 'kill-line-end', 'a|d'],
    ['ab|', 'transpose', 'ba|'],
    ['a|b', 'transpose', 'ba|'],
    ['|ab', 'transpose', '|ab'],
  ])('%j %s gives %j', (marked, type, expected) => {
    expect(after(marked, type)).toBe(expected)
  })

  it('keeps to its column over shorter lines', () => {
    expect(after('abcdef|\nx\nabcdef', 'down', 'down')).toBe('abcdef\nx\nabcdef|')
  })

  it('puts in again what was cut last', () => {
    expect(after('one two|', 'kill-word-back', 'line-start', 'yank')).toBe('two|one ')
  })

  it('undoes a word at a time, and does it again', () => {
    const typed = [...'one two'].reduce<EditorState>(
      (state, text) => edit(state, { type: 'insert', text }),
      EMPTY_EDITOR,
    )
    const undone = edit(typed, { type: 'undo' })
    expect(draw(undone)).toBe('one|')
    expect(draw(edit(undone, { type: 'redo' }))).toBe('one two|')
    expect(draw(edit(undone, { type: 'undo' }))).toBe('|')
  })

  it('stands between two signs, whatever is done, and undoes all of it', () => {
    const types: readonly SimpleCommand[] = [
      ...(['left', 'right', 'word-left', 'word-right', 'line-start', 'line-end', 'up', 'down'] as const),
      ...(['delete-back', 'delete-forward', 'kill-word-back', 'kill-line-end', 'yank', 'transpose'] as const),
    ]
    const command: fc.Arbitrary<EditorCommand> = fc.oneof(
      fc.constantFrom(...types).map(type => ({ type })),
      fc
        .constantFrom('a', ' ', '\n', '漢', '😀', '👨‍👩‍👧', 'two words')
        .map(text => ({ type: 'insert' as const, text })),
    )
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), commands => {
        let state = EMPTY_EDITOR
        for (const command of commands) {
          state = edit(state, command)
          let place = 0
          const whole = [0, ...splitGraphemes(state.text).map(sign => (place += sign.length))]
          expect(whole).toContain(state.cursor)
        }
        for (
          let undone = edit(state, { type: 'undo' });
          undone !== state;
          undone = edit(state, { type: 'undo' })
        )
          state = undone
        expect(state.text).toBe('')
      }),
    )
  })
})
