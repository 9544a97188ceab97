import { describe, expect, it } from 'vitest'
import { isInvalidSchema } from './json-schema.ts'

const VALID = {
  $defs: { a: true },
  $ref: '#/$defs/a',
  additionalProperties: false,
  allOf: [{}],
  anyOf: [{}],
  contains: {},
  description: '',
  enum: [],
  exclusiveMaximum: 1,
  exclusiveMinimum: 0,
  format: 'uri',
  items: {},
  maxItems: 0,
  maxLength: 0,
  maximum: 1,
  minItems: 0,
  minLength: 0,
  minimum: -1.5,
  multipleOf: 0.5,
  not: {},
  oneOf: [true],
  pattern: '^x',
  patternProperties: {},
  prefixItems: [{}],
  properties: { type: { type: ['string', 'null'] } },
  propertyNames: {},
  required: ['type'],
  title: '',
  type: 'object',
  uniqueItems: true,
}

describe('isInvalidSchema', () => {
  it('accepts every keyword with a value of draft 2020-12', () => {
    expect(isInvalidSchema(VALID)).toBe(false)
  })

  it.each(Object.keys(VALID))('refuses a wrong value of %s', keyword => {
    expect(isInvalidSchema({ ...VALID, [keyword]: null })).toBe(true)
  })

  it.each([
    ['a type twice', { type: ['string', 'string'] }],
    ['no type', { type: [] }],
    ['an empty choice', { anyOf: [] }],
    ['a negative length', { minLength: -1 }],
    ['a multiple of nothing', { multipleOf: 0 }],
    ['a property that is no schema', { properties: { a: 'string' } }],
    ['a schema that is null', null],
  ])('refuses %s', (_, schema) => {
    expect(isInvalidSchema(schema)).toBe(true)
  })

  it('leaves unknown keywords alone', () => {
    expect(
      isInvalidSchema({
        constructor: 1,
        'x-order': null,
        $schema: 'http://json-schema.org/draft-07/schema#',
      }),
    ).toBe(false)
  })
})
