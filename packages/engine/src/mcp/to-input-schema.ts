import { createHash } from 'node:crypto'
import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import { cleanSchema, resolveReference } from './clean-schema.ts'
import { measureJson } from './keep-tools.ts'
import { MCP_LIMITS } from './mcp-limits.ts'

/** A schema that the API takes, and the way back from an input of it to one that the server takes. */
type InputSchema = {
  readonly schema: JsonObject
  readonly restore: (input: JsonObject) => JsonObject
}

/** Makes any server's schema acceptable: an object, no combinators at its top, plain property names, draft 2020-12. */
export function toInputSchema(value: unknown): InputSchema {
  // What came over the wire is JSON; half characters in it would cost the whole request.
  // What is too large is not even looked into: a server must not choose how long we think about it.
  if (measureJson(value) > MCP_LIMITS.schema) return { schema: TOO_LARGE, restore: input => input }
  const given = isObject(value) ? (wellFormed(value as JsonObject) as JsonObject) : {}
  const schema = flattenSchema(cleanSchema(flattenSchema(given)))
  const small = JSON.stringify(schema).length <= MCP_LIMITS.schema ? schema : TOO_LARGE
  return renameProperties(small)
}

const TOO_LARGE: JsonObject = {
  type: 'object',
  properties: {},
  description: 'The schema is too large to be shown: see the description of the tool.',
}

const PLAIN_KEY = /^[a-zA-Z0-9_.-]{1,64}$/

function renameProperties(schema: JsonObject): InputSchema {
  const properties = isObject(schema.properties) ? (schema.properties as JsonObject) : {}
  const names = new Map(Object.keys(properties).map(name => [name, toPlainKey(name)]))
  if ([...names].every(([name, plain]) => name === plain)) return { schema, restore: input => input }
  const originals = new Map([...names].map(([name, plain]) => [plain, name]))
  const required = Array.isArray(schema.required) ? schema.required : []
  return {
    schema: {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [names.get(name), value]),
      ),
      ...(required.length > 0 && { required: required.map(name => names.get(name) ?? name) }),
    },
    restore: input =>
      Object.fromEntries(Object.entries(input).map(([name, value]) => [originals.get(name) ?? name, value])),
  }
}

function toPlainKey(name: string): string {
  if (PLAIN_KEY.test(name)) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.replace(/[^a-zA-Z0-9_.-]/g, '_').slice(0, 55)}_${hash}`
}

const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
/** Deeper than this nobody describes anything. */
const DEEPEST = 100

function wellFormed(value: JsonValue | undefined, depth = 0): JsonValue {
  if (typeof value === 'string') return value.replace(HALF_PAIR, '\ufffd')
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return isScalar(value) ? value : null
  if (isList(value)) return value.map(item => wellFormed(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replace(HALF_PAIR, '\ufffd'),
      wellFormed(field, depth + 1),
    ]),
  )
}

function isScalar(value: JsonValue | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/**
 * One object schema without `oneOf`, `anyOf`, `allOf` or `$ref` at its top: all the properties of all parts; required
 * is what each alternative requires. It allows no less than before, and the description tells the alternatives.
 */
function flattenSchema(schema: JsonObject): JsonObject {
  const { $ref, allOf, anyOf, oneOf, ...rest } = flattenOnce(schema, {
    root: schema,
    depth: 0,
    budget: { parts: MOST_PARTS },
  })
  const { type: _, properties, ...others } = rest
  return { type: 'object', properties: isObject(properties) ? (properties as JsonObject) : {}, ...others }
}

type Place = {
  readonly root: JsonObject
  readonly depth: number
  /** References may multiply what looks small. */
  readonly budget: { parts: number }
}

const DEEPEST_PART = 8
const MOST_PARTS = 200

function flattenOnce(schema: JsonObject, { root, depth, budget }: Place): JsonObject {
  const { $ref, allOf, anyOf, oneOf, ...own } = schema
  budget.parts -= 1
  if (depth > DEEPEST_PART || budget.parts < 0) return own
  const inner = { root, depth: depth + 1, budget }
  const parts = [resolveReference(root, $ref), ...listOf(allOf)].filter(isJsonObject)
  const alternatives = [...listOf(anyOf), ...listOf(oneOf)].filter(isJsonObject)
  const all = [own, ...parts.map(part => flattenOnce(part, inner))].reduce(mergeAll)
  if (alternatives.length === 0) return all
  const each = alternatives.map(alternative => flattenOnce(alternative, inner))
  return describeAlternatives(mergeAll(all, each.reduce(mergeAny)), each)
}

/** Both must hold. */
function mergeAll(one: JsonObject, other: JsonObject): JsonObject {
  const required = [...new Set([...requiredOf(one), ...requiredOf(other)])]
  return { ...mergeFields(one, other), ...(required.length > 0 && { required }) }
}

/** One of both must hold. */
function mergeAny(one: JsonObject, other: JsonObject): JsonObject {
  const theirs = new Set(requiredOf(other))
  const required = requiredOf(one).filter(name => theirs.has(name))
  const { required: _, additionalProperties: __, ...fields } = mergeFields(one, other)
  return { ...fields, ...(required.length > 0 && { required }) }
}

function mergeFields(one: JsonObject, other: JsonObject): JsonObject {
  const properties = mergeProperties(propertiesOf(one), propertiesOf(other))
  return { ...other, ...one, ...(Object.keys(properties).length > 0 && { properties }) }
}

/** A property that both describe may be as either says. */
function mergeProperties(one: JsonObject, other: JsonObject): JsonObject {
  const merged = new Map<string, JsonValue | undefined>(Object.entries(one))
  for (const [name, schema] of Object.entries(other)) {
    const known = merged.get(name)
    const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(schema)
    merged.set(
      name,
      isSame || schema === undefined ? (known ?? schema) : { anyOf: [...alternativesOf(known), schema] },
    )
  }
  return Object.fromEntries(merged)
}

function alternativesOf(schema: JsonValue): readonly JsonValue[] {
  if (!isJsonObject(schema) || Object.keys(schema).length !== 1) return [schema]
  return Array.isArray(schema.anyOf) ? schema.anyOf : [schema]
}

function describeAlternatives(schema: JsonObject, alternatives: readonly JsonObject[]): JsonObject {
  const sets = alternatives.map(requiredOf).filter(names => names.length > 0)
  if (sets.length < 2) return schema
  const own = typeof schema.description === 'string' ? `${schema.description}\n` : ''
  const text = `Give one of these sets: ${sets.map(names => names.join(' and ')).join('; or ')}.`
  return { ...schema, description: `${own}${text}` }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function requiredOf({ required }: JsonObject): readonly string[] {
  return listOf(required).filter(name => typeof name === 'string')
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {}
}

function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value)
}
