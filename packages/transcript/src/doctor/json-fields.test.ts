import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setJsonFields } from './json-fields.ts'

describe('setJsonFields', () => {
  it('changes a value and nothing else of the text', () => {
    const text =
      '{ "a" : 1.0, "big":12345678901234567890 ,"uuid":"x","u\\u0075":"\\ud83d", "a":[{"uuid":"y"}]}\r\n'
    expect(setJsonFields(text, { uuid: 'z' })).toBe(text.replace('"uuid":"x"', '"uuid":"z"'))
  })

  it('puts a new field to the front', () => {
    expect(setJsonFields('{"a":1}', { uuid: 'z', parentUuid: null })).toBe(
      '{"uuid":"z","parentUuid":null,"a":1}',
    )
    expect(setJsonFields('{}\n', { uuid: 'z' })).toBe('{"uuid":"z"}\n')
  })

  it('finds a field whose name is written with escapes, and each of several', () => {
    expect(setJsonFields('{"\\u0075uid":1,"uuid":2}', { uuid: 'z' })).toBe('{"\\u0075uid":"z","uuid":"z"}')
  })

  it('sets what a parser then reads, for any object', () => {
    const keys = fc.oneof(fc.constantFrom('uuid', 'parentUuid', '__proto__', '"', '\\', '}'), fc.string())
    fc.assert(
      fc.property(
        fc.dictionary(keys, fc.jsonValue()),
        fc.constantFrom(undefined, 1, '\t'),
        fc.oneof(fc.string(), fc.constant(null)),
        (object, space, uuid) => {
          const text = JSON.stringify(object, null, space)
          expect(JSON.parse(setJsonFields(text, { uuid }))).toEqual({ ...JSON.parse(text), uuid })
        },
      ),
    )
  })
})
