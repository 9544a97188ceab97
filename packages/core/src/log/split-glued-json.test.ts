import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitGluedJson } from './split-glued-json.ts'

const blank = fc.constantFrom('', ' ', '\t', '\r', '  ')

describe('splitGluedJson', () => {
  it('gives one object back as it stands', () => {
    expect(splitGluedJson('{"a": [1, {"b": "}"}]}')).toEqual(['{"a": [1, {"b": "}"}]}'])
  })

  it('parts two objects that lost their newline', () => {
    expect(splitGluedJson('{"a":1}{"b":2}')).toEqual(['{"a":1}', '{"b":2}'])
  })

  it('is not fooled by braces, quotes and backslashes in strings', () => {
    const first = JSON.stringify({ a: '}{"\\', b: '\\\\"}' })
    expect(splitGluedJson(`${first}{"c":"\\\\"}`)).toEqual([first, '{"c":"\\\\"}'])
  })

  it.each([
    ['nothing', ''],
    ['blanks', ' \t\r'],
    ['an object that is cut off', '{"a":1'],
    ['a string that is cut off', '{"a":"}'],
    ['a whole object before a torn one', '{"a":1}{"b'],
    ['words after an object', '{"a":1} oops'],
    ['an array', '[{"a":1}]'],
    ['a number', '5'],
  ])('refuses %s', (_, line) => {
    expect(splitGluedJson(line)).toBeNull()
  })

  it('finds again whatever objects were glued, exactly', () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(objects, blank, (values, between) => {
        const texts = values.map(value => JSON.stringify(value))
        expect(splitGluedJson(between + texts.join(between) + between)).toEqual(texts)
      }),
      { numRuns: 2000 },
    )
  })

  it('reads a long line of escapes in linear time', () => {
    const line = JSON.stringify({ a: '\\"'.repeat(200_000) })
    expect(splitGluedJson(line + line)).toEqual([line, line])
  })
})
