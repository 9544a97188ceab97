import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Json, toJson, toJsonList, toJsonObject } from './json.ts'

function parse<T>(json: Json<T>): T {
  return JSON.parse(json)
}

describe('JSON that is put together', () => {
  it('parses to the values that it is made of', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true })
    fc.assert(
      fc.property(object, fc.array(fc.jsonValue()), fc.jsonValue(), (values, list, value) => {
        const made = toJsonObject(values, { 'a "list"': toJsonList(list.map(toJson)), value: toJson(value) })
        expect(parse(made)).toEqual(JSON.parse(JSON.stringify({ ...values, 'a "list"': list, value })))
      }),
    )
  })

  it('holds nothing that a terminal obeys', () => {
    const made = toJsonObject({ one: '\u009b31m' }, { other: toJson('\u202e') })
    expect(made).not.toMatch(/[\u0080-\u009f\u202e]/)
    expect(parse(made)).toEqual({ one: '\u009b31m', other: '\u202e' })
  })
})
