import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitGraphemes } from './places.ts'
import { type EditorState, EMPTY_EDITOR, edit } from './text-editor.ts'
import { clampVi } from './vi-edits.ts'
import { leaveInsert, pressVi, VI_START, type ViOutcome } from './vi-keys.ts'

/** `|` is the cursor; the mode is that of commands. */
function at(marked: string): ViOutcome {
  const editor = { ...EMPTY_EDITOR, text: marked.replace('|', ''), cursor: marked.indexOf('|') }
  return { vi: { ...VI_START, mode: 'normal' }, editor }
}

const draw = ({ text, cursor }: EditorState): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`

/** Presses as a field does it: letters are commands or text, `⎋` is Escape. */
function press(state: ViOutcome, keys: string): ViOutcome {
  return [...keys].reduce<ViOutcome>(({ vi, editor }, key) => {
    if (key === '⎋') return leaveInsert(vi, editor)
    if (vi.mode === 'insert') return { vi, editor: edit(editor, { type: 'insert', text: key }) }
    const next = pressVi(vi, editor, key)
    if (next.vi.mode === 'insert') return next
    let moved = next.editor
    for (let left = next.travel?.count ?? 0; left > 0; left--)
      moved = edit(moved, { type: next.travel?.way ?? 'up' })
    return { vi: next.vi, editor: clampVi(moved) }
  }, state)
}

describe('pressVi', () => {
  it.each([
    // Where motions lead.
    ['one |two', 'h', 'one| two'],
    ['|one', 'h', '|one'],
    ['on|e', 'l', 'on|e'],
    ['|one', '2l', 'on|e'],
    ['|one two.three', 'w', 'one |two.three'],
    ['|one two.three', '2w', 'one two|.three'],
    ['|one two.three four', 'WW', 'one two.three |four'],
    ['one\n|\ntwo', 'w', 'one\n\n|two'],
    ['|one\n\ntwo', 'w', 'one\n|\ntwo'],
    ['one two|', 'b', 'one |two'],
    ['one two.th|ree', 'B', 'one |two.three'],
    ['|one two', 'e', 'on|e two'],
    ['on|e two', 'e', 'one tw|o'],
    ['  one t|wo', '0', '|  one two'],
    ['  one t|wo', '^', '  |one two'],
    ['|one\ntwo', '$', 'on|e\ntwo'],
    ['one\ntw|o', 'gg', '|one\ntwo'],
    ['|one\ntwo\nthree', 'G', 'one\ntwo\n|three'],
    ['|one\ntwo\nthree', '2G', 'one\n|two\nthree'],
    ['|one two', 'fz', '|one two'],
    ['|one two', 'ft', 'one |two'],
    ['|a.b.c', '2f.', 'a.b|.c'],
    ['|a.b.c', 'f.;', 'a.b|.c'],
    ['|a.b.c', 'f.;,', 'a|.b.c'],
    ['|one two', 'tw', 'one |two'],
    ['one two|', 'Fe', 'on|e two'],
    ['one two|', 'Te', 'one| two'],
    ['ab|c\nde', 'j', 'abc\nd|e'],
    ['abc\nde|f', 'k', 'ab|c\ndef'],
    // What is taken.
    ['o|ne', 'x', 'o|e'],
    ['on|e', 'x', 'o|n'],
    ['|one', '2x', '|e'],
    ['o|ne', 'X', '|ne'],
    ['|one two', 'dw', '|two'],
    ['one |two\nthree', 'dw', 'one| \nthree'],
    ['|one two three', 'd2w', '|three'],
    ['|one two three', '2dw', '|three'],
    ['one t|wo', 'db', 'one |wo'],
    ['|one two', 'de', '| two'],
    ['one| two\nx', 'd$', 'on|e\nx'],
    ['one| two\nx', 'D', 'on|e\nx'],
    ['  on|e', 'd0', '|e'],
    ['|a(b)c', 'dt)', '|)c'],
    ['|a(b)c', 'df)', '|c'],
    ['one\nt|wo\nthree', 'dd', 'one\n|three'],
    ['one\nt|wo', 'dd', '|one'],
    ['o|ne', 'dd', '|'],
    ['o|ne\ntwo\nthree', '2dd', '|three'],
    ['o|ne\ntwo\nthree', 'dj', '|three'],
    ['one\ntwo\nthr|ee', 'dk', '|one'],
    ['one t|wo three', 'diw', 'one | three'],
    ['one t|wo three', 'daw', 'one |three'],
    ['one t|wo', 'daw', 'on|e'],
    ['a\nb|', '3dd', 'a\n|b'],
    // What is changed.
    ['|one two', 'cwx⎋', '|x two'],
    ['one t|wo three', 'ciwx⎋', 'one |x three'],
    ['one| two', 'Cx⎋', 'one|x'],
    ['a\n on|e\nb', 'ccx⎋', 'a\n|x\nb'],
    ['|one', 'sx⎋', '|xne'],
    ['|one', 'rx', '|xne'],
    ['|one', '2rx', 'x|xe'],
    ['|one', '9rx', '|one'],
    ['|onE', '3~', 'ON|e'],
    ['o|ne\n  two', 'J', 'one| two'],
    // What is put back.
    ['|one two', 'dwp', 'tone| wo'],
    ['|one\ntwo', 'ddp', 'two\n|one'],
    ['one\n|two', 'yyP', 'one\n|two\ntwo'],
    ['|one two', 'ywP', 'one| one two'],
    ['|one', 'yyp', 'one\n|one'],
    ['|ab', 'x2p', 'ba|a'],
    // Where writing begins.
    ['o|ne', 'ix⎋', 'o|xne'],
    ['o|ne', 'ax⎋', 'on|xe'],
    ['  on|e', 'Ix⎋', '  |xone'],
    ['|one\ntwo', 'Ax⎋', 'one|x\ntwo'],
    ['|one\ntwo', 'ox⎋', 'one\n|x\ntwo'],
    ['one\n|two', 'Ox⎋', 'one\n|x\ntwo'],
    // What is taken back.
    ['|one two', 'dwu', '|one two'],
    ['|one two', 'cwsome words⎋u', '|one two'],
    ['|one', 'oa b c⎋u', '|one'],
    ['|one two three', 'dwdwuu', '|one two three'],
    // What is done as often as a number says.
    ['|b', '3ia⎋', 'aa|ab'],
    ['|b', '2ax⎋', 'bx|x'],
    ['|one', '2otwo⎋', 'one\ntwo\ntw|o'],
    ['|one', '2Otwo⎋', 'two\ntw|o\none'],
    ['|b', '3ia⎋u', '|b'],
    ['|a\nb\nc\nd', '3J', 'a b| c\nd'],
    ['|a\nb\nc\nd', '3Ju', '|a\nb\nc\nd'],
    // What is done again.
    ['|one two three', 'dw.', '|three'],
    ['|one two three four', 'dw2.', '|four'],
    ['|a b c d e f g', '2dw.', '|e f g'],
    ['|a b c d e f g h', '2dw3..', '|'],
    ['|abcdef', 'x..', '|def'],
    ['|abcdef', '2x.', '|ef'],
    ['|abcdef', 'x3.', '|ef'],
    ['|one two', 'cwx⎋w.', 'x |x'],
    ['one t|wo three', 'ciwxy⎋w.', 'one xy x|y'],
    ['|a.b.c', 'dt..', '|.c'],
    ['|a.b.c', 'df..', '|c'],
    ['|one', 'ix⎋.', '|xxone'],
    ['|one', 'A!⎋.', 'one!|!'],
    ['|one', 'A!⎋3.', 'one!!!|!'],
    ['|one', '2A!⎋.', 'one!!!|!'],
    ['|one', 'otwo⎋.', 'one\ntwo\ntw|o'],
    ['|one\ntwo', 'ccx⎋j.', 'x\n|x'],
    ['|one two', 'rxw.', 'xne |xwo'],
    ['|ab cd', '~.', 'AB| cd'],
    ['|one', 'yyp.', 'one\none\n|one'],
    ['|ab', 'xp.', 'ba|a'],
    ['|a\nb\nc', 'J.', 'a b| c'],
    ['|one\ntwo\nthree', 'dd.', '|three'],
    ['|one two three', 'dw.u', '|two three'],
    ['|one two', 'cwx⎋w.u', 'x |two'],
    ['|one two three', 'dwwyw0.', '|three'],
    ['|one two', 'dfzx.', '|e two'],
    ['|one', '.', '|one'],
    ['|one', 'sab⎋.', 'aa|bne'],
    // What means nothing is forgotten.
    ['|one two', 'dzw', 'one |two'],
    ['|one two', 'd⎋w', 'one |two'],
    ['漢|字x', 'x', '漢|x'],
    ['|👨‍👩‍👧 x', 'dw', '|x'],
  ])('%j %s gives %j', (marked, keys, expected) => {
    expect(draw(press(at(marked), keys).editor)).toBe(expected)
  })

  it('begins in the mode of writing, and Escape leaves it', () => {
    const written = press({ vi: VI_START, editor: EMPTY_EDITOR }, 'two words')
    expect(draw(written.editor)).toBe('two words|')
    const left = press(written, '⎋')
    expect([left.vi.mode, draw(left.editor)]).toEqual(['normal', 'two word|s'])
    expect(draw(press(left, 'u').editor)).toBe('|')
  })

  it('repeats what was written with what was taken back in it, and nothing that was written in two places', () => {
    const begun = press(at('|one two'), 'Aabc')
    const erased = { ...begun, editor: edit(begun.editor, { type: 'delete-back' }) }
    expect(draw(press(erased, 'd⎋.').editor)).toBe('one twoabdab|d')
    const elsewhere = { ...begun, editor: edit(begun.editor, { type: 'text-start' }) }
    expect(draw(press(elsewhere, 'x⎋.').editor)).toBe('|xone twoabc')
  })

  it('stands on a sign of the text, whatever is pressed', () => {
    const key = fc.constantFrom(...'hjklwbeWBE0^$xXdcyDCYsSpPuiaIAoOJ~fFtTrgG;,12 .a漢⎋⎋⎋')
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '.', '漢', '👨‍👩‍👧', 'é') })
    fc.assert(
      fc.property(text, fc.array(key, { maxLength: 40 }), (text, keys) => {
        const { editor } = press(at(`|${text}`), `${keys.join('')}⎋⎋`)
        let place = 0
        const whole = [0, ...splitGraphemes(editor.text).map(sign => (place += sign.length))]
        expect(whole).toContain(editor.cursor)
        expect(clampVi(editor).cursor).toBe(editor.cursor)
      }),
    )
  })
})
