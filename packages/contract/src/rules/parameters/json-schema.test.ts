import { describe, expect, it } from 'vitest'
import { hasCircularRef, isOfType, schemasIn } from './json-schema.ts'

describe('hasCircularRef', () => {
  it.each([
    ['a definition that holds itself', { $defs: { a: { items: { $ref: '#/$defs/a' } } } }],
    [
      'two definitions that hold each other',
      { $defs: { a: { not: { $ref: '#/$defs/b' } }, b: { anyOf: [{ $ref: '#/$defs/a' }] } } },
    ],
    ['a property that is the whole', { properties: { self: { $ref: '#' } } }],
    ['a reference to itself', { $ref: '#' }],
    ['an escaped name', { definitions: { 'a/b~': { items: { $ref: '#/definitions/a~1b~0' } } } }],
    ['a way through a list', { anyOf: [{ items: { $ref: '#/anyOf/0' } }] }],
  ])('sees %s', (_, schema) => {
    expect(hasCircularRef(schema)).toBe(true)
  })

  it.each([
    [
      'one definition used twice',
      { items: { $ref: '#/$defs/a' }, not: { $ref: '#/$defs/a' }, $defs: { a: {} } },
    ],
    ['a definition that names the whole but is not used', { type: 'object', $defs: { a: { $ref: '#' } } }],
    ['a reference to nowhere', { items: { $ref: '#/$defs/gone/further' } }],
    ['a reference to another document', { items: { $ref: 'https://example.com/schema' } }],
    ['an anchor', { items: { $ref: '#node' } }],
    ['a reference inside a default', { default: { $ref: '#' } }],
    ['no schema', null],
  ])('does not take for a circle: %s', (_, schema) => {
    expect(hasCircularRef(schema)).toBe(false)
  })
})

describe('schemasIn', () => {
  it('finds schemas under every keyword that holds them, and no data', () => {
    const schema = {
      properties: { a: 1 },
      prefixItems: [2],
      items: 3,
      $defs: { b: 4 },
      additionalProperties: 5,
      enum: [6],
      default: { properties: { c: 7 } },
    }
    expect(new Set([...schemasIn(schema)].filter(inner => inner !== schema))).toEqual(
      new Set([1, 2, 3, 4, 5]),
    )
  })
})

describe('isOfType', () => {
  const samples = { array: [], boolean: false, null: null, number: 1.5, object: {}, string: '' }

  it.each(Object.keys(samples))('knows a value of type %s from all others', type => {
    const matching = Object.entries(samples).filter(([, value]) => isOfType(value, type))
    expect(matching.map(([name]) => name)).toEqual([type])
  })

  it('takes an integer for a number, and not the other way round', () => {
    expect([isOfType(1, 'number'), isOfType(1, 'integer'), isOfType(1.5, 'integer')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('does not judge a type that it does not know', () => {
    expect(isOfType(1, 'text')).toBe(true)
  })
})
