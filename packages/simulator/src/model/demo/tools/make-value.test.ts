import { describe, expect, it } from 'vitest'
import { makeValue } from './make-value.ts'

const hints = (name: string): string => `<${name}>`

describe('a value for a schema', () => {
  it.each([
    [{ const: 7 }, 7],
    [{ enum: ['b', 'a'] }, 'b'],
    [{ type: 'string', default: 'x' }, 'x'],
    [{ type: 'string' }, '<n>'],
    [{ type: 'string', maxLength: 2 }, '<n'],
    [{ type: 'string', minLength: 5 }, '<n>..'],
    [{ type: 'string', format: 'uuid' }, '00000000-0000-4000-8000-000000000000'],
    [{ type: 'string', pattern: '^\\d+$' }, '1'],
    [{ type: ['null', 'boolean'] }, false],
    [{ type: 'null' }, null],
    [{ type: 'integer', minimum: 3, multipleOf: 2 }, 4],
    [{ type: 'number', exclusiveMinimum: 0 }, 1],
    [{ type: 'integer', maximum: -5 }, -6],
    [{ type: 'array', minItems: 2, items: { type: 'boolean' } }, [false, false]],
    [{ anyOf: [{ type: 'object', properties: {} }, { type: 'integer' }] }, 0],
    [{ type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] }, { a: '<a>' }],
    [
      { allOf: [{ properties: { a: { type: 'string' } } }, { required: ['a'] }], type: 'object' },
      { a: '<a>' },
    ],
  ])('%j', (schema, expected) => {
    expect(makeValue(schema, hints, 'n')).toEqual(expected)
  })

  it('follows references and ends in a recursive schema', () => {
    const node = {
      type: 'object',
      properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] }, name: { type: 'string' } },
      required: ['next', 'name'],
    }
    expect(makeValue({ $ref: '#/$defs/node', $defs: { node } }, hints)).toEqual({
      next: null,
      name: '<name>',
    })
    const endless = { type: 'object', properties: { self: { $ref: '#' } }, required: ['self'] }
    expect(JSON.stringify(makeValue(endless, hints)).length).toBeLessThan(500)
  })

  it('throws on no schema', () => {
    for (const schema of [
      null,
      1,
      'x',
      [],
      { $ref: '#/nope' },
      { pattern: '(', type: 'string' },
      { type: 'array', minItems: 1e9 },
    ]) {
      expect(() => makeValue(schema, hints)).not.toThrow()
    }
  })
})
