import { hasLoneSurrogate } from '@antiphon/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedJson, createNote, cutCodePoints, describeBlock, isTooDeep, toName } from './note.ts'

describe('cutCodePoints', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abc', 2, 'ab… (1 more characters)'],
    ['abc', 0, '… (3 more characters)'],
    ['', 0, ''],
    ['👋👋', 2, '👋👋'],
    ['👋👋', 1, '👋… (2 more characters)'],
    ['a👋b', 2, 'a👋… (1 more characters)'],
  ])('cuts %j to %d code points', (text, length, cut) => {
    expect(cutCodePoints(text, length)).toBe(cut)
  })

  it('never splits a pair, and keeps the head', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '👋', 'é', '\n')), fc.nat(20), (characters, length) => {
        const cut = cutCodePoints(characters.join(''), length)
        const head = characters.slice(0, length).join('')
        expect(cut.slice(0, head.length)).toBe(head)
        expect(hasLoneSurrogate(cut)).toBe(false)
        expect(cut === head).toBe(characters.length <= length)
      }),
    )
  })
})

describe('boundedJson', () => {
  it.each([
    [{ a: [1] }, '{"a":[1]}'],
    [undefined, 'null'],
    ['x', '"x"'],
  ])('writes %j', (value, json) => {
    expect(boundedJson(value)).toBe(json)
  })

  it('cuts what is long, by code point, and says how much', () => {
    const json = boundedJson('👋'.repeat(20_000))
    expect(json).toMatch(/^"(?:👋){9999}… \(20003 more characters\)$/u)
  })

  it('does not write what is nested too deeply', () => {
    expect(boundedJson(nested(1000))).toBe('nested too deeply')
  })
})

describe('isTooDeep', () => {
  it.each([
    [nested(200), false],
    [nested(201), true],
    ['text', false],
    [null, false],
  ])('judges %#', (value, expected) => {
    expect(isTooDeep(value)).toBe(expected)
  })
})

function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth))
}

describe('toName', () => {
  it.each([
    ['Read', 'Read'],
    [5, '5'],
    [null, 'null'],
    [undefined, 'null'],
    [{ toString: 1 }, '{"toString":1}'],
    [[[]], '[[]]'],
  ])('names %j', (value, name) => {
    expect(toName(value)).toBe(name)
  })

  it('stays short', () => {
    expect(toName(Array(1000).fill('x')).length).toBeLessThan(140)
  })
})

describe('describeBlock', () => {
  it('writes the type and the fields of a block into one note', () => {
    expect(describeBlock({ type: 'unknown:x', value: 1 })).toEqual(createNote('unknown:x: {"value":1}'))
    expect(describeBlock({ type: 7, value: 1 } as never)).toEqual(createNote('block: {"value":1}'))
  })
})
