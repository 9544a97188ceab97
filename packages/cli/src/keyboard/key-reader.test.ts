import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatKey, type Key } from './key.ts'
import { createKeyReader } from './key-reader.ts'

function read(...pieces: readonly string[]): readonly Key[] {
  const reader = createKeyReader()
  return [...pieces.flatMap(piece => reader.push(piece)), ...reader.flush()]
}

const names = (...pieces: readonly string[]): readonly string[] =>
  read(...pieces).map(key =>
    key.kind === 'key' ? formatKey(key) : `${key.kind}:${'text' in key ? key.text : key.isFocused}`,
  )

describe('createKeyReader', () => {
  it.each([
    ['aé漢😀', ['a', 'é', '漢', '😀']],
    ['\r', ['enter']],
    ['\n', ['shift+enter']],
    ['\u001b\r', ['alt+enter']],
    ['\u001b[13;2u', ['shift+enter']],
    ['\t\u001b[Z', ['tab', 'shift+tab']],
    ['\u0001\u0012\u0017', ['ctrl+a', 'ctrl+r', 'ctrl+w']],
    ['\u001f', ['ctrl+_']],
    ['\u001b[A\u001bOB\u001b[1;5C\u001b[1;3D', ['up', 'down', 'ctrl+right', 'alt+left']],
    ['\u001bb\u001bf\u001b\u007f', ['alt+b', 'alt+f', 'alt+backspace']],
    ['\u001b[3~\u001b[H\u001b[F\u001b[5~\u001b[6~', ['delete', 'home', 'end', 'page-up', 'page-down']],
    ['\u001b', ['escape']],
    ['\u001b\u001b', ['escape', 'escape']],
    ['\u001b[99;5u\u001b[27;6;99~', ['ctrl+c', 'ctrl+c']],
    ['\u001b[97;2u', ['A']],
    ['\u001b[27u\u001b[57414u\u001b[57419u', ['escape', 'enter', 'up']],
    ['\u001b[45:95;6u\u001b[44:60;4u\u001b[122;4u', ['ctrl+_', 'alt+<', 'alt+Z']],
    ['\u001b[106;5u\u001b[105;5u\u001b[109;5u\u001b[91;5u', ['shift+enter', 'tab', 'enter', 'escape']],
    ['\u001b[118;9u\u001b[57361u\u001b[99;69u', ['unknown', 'unknown', 'ctrl+c']],
    ['\u001b[?0u', ['reply:?0u']],
    ['\u001b[I\u001b[O', ['focus:true', 'focus:false']],
    ['\u001b]11;rgb:ffff/ffff/ffff\u0007', ['reply:11;rgb:ffff/ffff/ffff\u0007']],
    ['\u001b[?62;c\u001b[12;40R', ['reply:?62;c', 'reply:12;40R']],
    ['\u001b[999z', ['unknown']],
    ['\u001b[200~two\r\nlines\u001b[201~x', ['paste:two\nlines', 'x']],
  ])('%j', (input, expected) => {
    expect(names(input)).toEqual(expected)
  })

  it('takes nothing that is pasted for a key, whatever it holds', () => {
    const hostile = 'rm -rf /\r\u001b[A\u0003\u001b]0;title\u0007'
    expect(names(`\u001b[200~${hostile}\u001b[201~`)).toEqual(['paste:rm -rf /\n[A]0;title'])
  })

  it('gives the same in whatever pieces it arrives', () => {
    const part = fc.constantFrom(
      'a',
      '漢',
      '\u001b[A',
      '\u001b[1;5C',
      '\u001b[200~pa\u001bste\u001b[201~',
      '\u001b]11;x\u0007',
      '\r',
    )
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat(40)), (parts, cuts) => {
        const text = parts.join('')
        const places = [...new Set(cuts.map(cut => cut % (text.length + 1)))].sort(
          (one, other) => one - other,
        )
        const pieces = [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length))
        expect(names(...pieces.map(piece => piece))).toEqual(names(text))
      }),
    )
  })

  it('waits for the end of a sequence, and not for ever', () => {
    const reader = createKeyReader()
    expect(reader.push('\u001b[1;')).toEqual([])
    expect(reader.waitsFor()).toBe('sequence')
    expect(reader.push('5A')).toMatchObject([{ name: 'up', ctrl: true }])
    expect(reader.waitsFor()).toBe(null)
    expect(reader.push('\u001b')).toEqual([])
    expect(reader.waitsFor()).toBe('escape')
    expect(reader.flush()).toMatchObject([{ name: 'escape' }])
    expect(reader.push('\u001b[')).toEqual([])
    expect(reader.waitsFor()).toBe('sequence')
    expect(reader.flush()).toMatchObject([{ text: '[', alt: true }])
  })

  it('types no letter of a key whose end comes late', () => {
    const reader = createKeyReader()
    const heard = [...reader.push('\u001b[1;'), ...reader.flush(), ...reader.push('5Dx')]
    expect(heard).toMatchObject([{ name: 'left', ctrl: true }, { text: 'x' }])
  })

  it('takes anything', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => Array.isArray(read(text))))
  })

  it('takes an answer about the keyboard that comes slowly for one, too', () => {
    const reader = createKeyReader()
    const heard = [...reader.push('\u001b[?6'), ...reader.flush(), ...reader.push('2;22ca')]
    expect(heard.map(({ kind }) => kind)).toEqual(['reply', 'key'])
  })

  it('takes an answer that comes slowly for what it is: no letter of it is typed', () => {
    const reader = createKeyReader()
    const heard = [
      ...reader.push('\u001b]11;rgb:ff'),
      ...reader.flush(),
      ...reader.push('ff/ffff/ffff'),
      ...reader.flush(),
      ...reader.push('\u001b\\a'),
    ]
    expect(heard.map(({ kind }) => kind)).toEqual(['reply', 'key'])
  })
})
