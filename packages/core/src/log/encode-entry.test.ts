import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeEntry } from './encode-entry.ts'
import { decodeLines } from './line-codec.ts'

describe('encodeEntry', () => {
  it('writes one line and keeps the order of keys', () => {
    expect(encodeEntry({ z: 1, a: { y: 'two\nlines', b: null } })).toBe(
      '{"z":1,"a":{"y":"two\\nlines","b":null}}\n',
    )
  })

  it('escapes half a surrogate pair, and the separators at which readers break lines', () => {
    const line = encodeEntry({ text: 'a\ud83db\u2028c\u2029d😀' })
    expect(line).toBe('{"text":"a\\ud83db\\u2028c\\u2029d😀"}\n')
    expect(new TextDecoder().decode(new TextEncoder().encode(line))).toBe(line)
  })

  it('writes an entry that is nested deeper than the stack', () => {
    const depth = 100_000
    const text = `{"a":${'['.repeat(depth)}"x",{"b":null}${']'.repeat(depth)},"c":"→"}`
    expect(encodeEntry(JSON.parse(text))).toBe(`${text}\n`)
  })

  it('is read back as it was, whatever it holds', () => {
    const entry = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }))
    fc.assert(
      fc.property(entry, value => {
        const json = JSON.parse(JSON.stringify(value))
        const line = encodeEntry(json)
        expect(line.indexOf('\n')).toBe(line.length - 1)
        expect(decodeLines(new TextEncoder().encode(line))).toMatchObject([{ kind: 'entry', entry: json }])
      }),
      { numRuns: 2000 },
    )
  })

  it('writes null for a value inside itself, and comes to an end', () => {
    const loop: Record<string, unknown> = { type: 'user', twice: [{ a: 1 }] }
    loop.again = { deep: [loop] }
    const shared = { b: 2 }
    expect(JSON.parse(encodeEntry({ ...loop, first: shared, second: shared }))).toEqual({
      type: 'user',
      twice: [{ a: 1 }],
      again: { deep: [{ type: 'user', twice: [{ a: 1 }], again: null }] },
      first: { b: 2 },
      second: { b: 2 },
    })
  })
})
