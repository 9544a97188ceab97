import { checkApiContract, type JsonObject } from '@antiphon/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mcpToolNames } from './create-server-tools.ts'
import { toInputSchema } from './to-input-schema.ts'

const request = (tools: readonly JsonObject[]) => ({
  model: 'claude-opus-5-5',
  max_tokens: 100,
  messages: [{ role: 'user' as const, content: 'hello' }],
  tools: tools as never,
})

describe('toInputSchema', () => {
  it.each<[string, unknown, JsonObject]>([
    ['nothing', undefined, { type: 'object', properties: {} }],
    ['an array', [], { type: 'object', properties: {} }],
    ['no type', { properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
    [
      'alternatives',
      {
        anyOf: [
          { properties: { a: { type: 'string' }, b: {} }, required: ['a', 'b'] },
          { properties: { a: { type: 'number' }, c: {} }, required: ['a', 'c'] },
        ],
      },
      {
        type: 'object',
        properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] }, b: {}, c: {} },
        required: ['a'],
        description: 'Give one of these sets: a and b; or a and c.',
      },
    ],
    [
      'parts behind references',
      {
        $defs: { base: { properties: { id: { type: 'string' } }, required: ['id'] } },
        allOf: [{ $ref: '#/$defs/base' }, { properties: { size: {} }, required: ['size'] }],
      },
      {
        type: 'object',
        properties: { id: { type: 'string' }, size: {} },
        required: ['id', 'size'],
        $defs: { base: { properties: { id: { type: 'string' } }, required: ['id'] } },
      },
    ],
    [
      'an older draft',
      {
        $schema: 'http://json-schema.org/draft-04/schema#',
        type: 'object',
        properties: {
          n: { type: 'number', minimum: 0, exclusiveMinimum: true },
          pair: { type: 'array', items: [{ type: 'string' }, { type: 'any' }] },
          remote: { $ref: 'https://example.org/schema.json' },
          nowhere: { $ref: '#/definitions/gone' },
          odd: { type: ['string', 'text'], required: true, minLength: -1 },
        },
      },
      {
        type: 'object',
        properties: {
          n: { type: 'number', exclusiveMinimum: 0 },
          pair: { type: 'array', prefixItems: [{ type: 'string' }, {}] },
          remote: {},
          nowhere: {},
          odd: { type: 'string' },
        },
      },
    ],
  ])('makes %s acceptable', (_, given, expected) => {
    expect(toInputSchema(given).schema).toEqual(expected)
  })

  it('gives odd property names plain ones, and finds the way back', () => {
    const { schema, restore } = toInputSchema({
      type: 'object',
      properties: { 'a b': {}, plain: {}, ['x'.repeat(70)]: {} },
      required: ['a b', 'plain'],
    })
    const names = Object.keys(schema.properties as JsonObject)
    expect(names[0]).toMatch(/^a_b_[0-9a-f]{8}$/)
    expect(schema.required).toEqual([names[0], 'plain'])
    expect(restore({ [names[0]!]: 1, plain: 2, [names[2]!]: 3 })).toEqual({
      'a b': 1,
      plain: 2,
      ['x'.repeat(70)]: 3,
    })
  })

  it('survives a schema that contains itself', () => {
    const node = { properties: { next: { $ref: '#/$defs/node' } }, allOf: [{ $ref: '#/$defs/node' }] }
    expect(toInputSchema({ $ref: '#/$defs/node', $defs: { node } }).schema).toMatchObject({
      type: 'object',
      properties: { next: { $ref: '#/$defs/node' } },
    })
  })

  it('survives a schema that multiplies itself', () => {
    const parts = Array.from({ length: 10 }, () => ({ $ref: '#' }))
    expect(toInputSchema({ anyOf: parts, allOf: parts, properties: { a: {} } }).schema).toMatchObject({
      properties: { a: {} },
    })
  })

  it('survives a schema of any depth and any size', () => {
    let deep: JsonObject = {}
    for (let depth = 0; depth < 2_000; depth++) deep = { type: 'object', properties: { deeper: deep } }
    expect(JSON.stringify(toInputSchema(deep).schema).length).toBeLessThan(5_000)
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`p${index}`, { type: 'string' }]),
    )
    expect(toInputSchema({ type: 'object', properties }).schema).toMatchObject({ properties: {} })
  })

  it('is accepted by the API whatever a server says, with names that are too', () => {
    const names = fc.oneof(fc.string(), fc.constantFrom('a', 'a_b', 'a.b', 'a b', 'x'.repeat(100)))
    const tools = fc.array(fc.record({ server: names, tool: names, schema: anySchema }), { maxLength: 5 })
    fc.assert(
      fc.property(tools, given => {
        const distinct = [
          ...new Map(given.map(tool => [JSON.stringify([tool.server, tool.tool]), tool])).values(),
        ]
        const toolNames = mcpToolNames(distinct)
        const definitions = distinct.map(({ schema }, index) => ({
          name: toolNames[index]!,
          description: 'A tool.',
          input_schema: toInputSchema(schema).schema,
        }))
        // Names may be half as long there.
        expect(checkApiContract(request(definitions), { platform: 'vertex' })).toEqual([])
      }),
    )
  })

  it('says the same the second time', () => {
    fc.assert(
      fc.property(anySchema, schema => {
        const once = toInputSchema(schema).schema
        expect(JSON.stringify(toInputSchema(once).schema)).toBe(JSON.stringify(once))
      }),
    )
  })
})

/** Schemas as servers write them, and as they should not. */
const anySchema = fc.letrec<{ schema: unknown }>(tie => {
  const keys = fc.oneof(
    fc.string(),
    fc.constantFrom('path', 'a b', '__proto__', 'type', 'constructor', '\ud800'),
  )
  const list = fc.array(tie('schema'), { maxLength: 3 })
  const reference = fc.constantFrom(
    '#',
    '#/$defs/x',
    '#/properties/path',
    'https://example.org',
    '#x',
    '#/%',
    7,
  )
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.string())
  const fields = fc.record(
    {
      type: fc.oneof(fc.constantFrom('object', 'string', 'any', ['string', 'null'], []), odd),
      properties: fc.oneof(fc.dictionary(keys, tie('schema'), { maxKeys: 3 }), odd),
      $defs: fc.dictionary(fc.constantFrom('x', 'y'), tie('schema')),
      required: fc.oneof(fc.array(keys), odd),
      anyOf: fc.oneof(list, odd),
      oneOf: list,
      allOf: list,
      items: fc.oneof(tie('schema'), list),
      $ref: reference,
      exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()),
      minimum: fc.oneof(fc.integer(), odd),
      enum: odd,
      description: fc.oneof(fc.string({ unit: 'binary' }), odd),
      $id: fc.string(),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema'), odd),
    },
    { requiredKeys: [] },
  )
  return { schema: fc.oneof({ maxDepth: 3 }, fc.oneof(fc.boolean(), fc.jsonValue({ maxDepth: 1 })), fields) }
}).schema
