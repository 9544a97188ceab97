import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEdgeFields } from './read-edge-fields.ts'

describe('readEdgeFields', () => {
  it('reads what stands before and behind the long part', () => {
    const head = '{"parentUuid":"p","isSidechain":false,"type":"user","message":{"role":"user","uuid":"wrong'
    const tail =
      'words \\",\\"uuid\\":\\"wrong"},"uuid":"u","timestamp":"2026-11-15T08:00:00.000Z","n":1.5}\n'
    expect(readEdgeFields(head, tail)).toEqual({
      parentUuid: 'p',
      isSidechain: false,
      type: 'user',
      uuid: 'u',
      timestamp: '2026-11-15T08:00:00.000Z',
      n: 1.5,
    })
  })
  it('takes nothing of a text that looks like fields', () => {
    expect(readEdgeFields('{"text":"a', ' \\",\\"uuid\\":\\"x\\"}"}')).toEqual({})
    expect(readEdgeFields('{"a":[1,2', ',"uuid":"x"}]}')).toEqual({})
    expect(readEdgeFields('', '')).toEqual({})
  })
  it('tells only what is so, of any object that is cut anywhere', () => {
    const text = fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', '{', '}', 'a', '\n', '"uuid":"x"') })
    const key = fc.constantFrom('uuid', 'type', 'b', 'c', 'd')
    const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.dictionary(key, text), fc.array(text))
    fc.assert(
      fc.property(fc.dictionary(key, value), fc.nat(60), fc.nat(60), (object, headUnits, tailUnits) => {
        const line = JSON.stringify(object)
        // Of a short line both ends would be all of it.
        const fields = readEdgeFields(line.slice(0, headUnits), tailUnits === 0 ? '' : line.slice(-tailUnits))
        expect(object).toMatchObject(fields)
      }),
      { numRuns: 2000 },
    )
  })
})
