import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import { resolveReference } from './clean-schema.ts'

/**
 * One object schema without `oneOf`, `anyOf`, `allOf` or `$ref` at its top: all the properties of all parts; required
 * is what each alternative requires. It allows no less than before, and the description tells the alternatives.
 */
export function flattenSchema(schema: JsonObject): JsonObject {
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

const DEEPEST = 8
const MOST_PARTS = 200

function flattenOnce(schema: JsonObject, { root, depth, budget }: Place): JsonObject {
  const { $ref, allOf, anyOf, oneOf, ...own } = schema
  budget.parts -= 1
  if (depth > DEEPEST || budget.parts < 0) return own
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
