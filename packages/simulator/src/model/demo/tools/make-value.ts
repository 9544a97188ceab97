import { isObject, type JsonObject, type JsonValue } from '@antiphon/core'
import { makeNumber, makeString, numberOf } from './make-scalar.ts'

/** What strings are made of: by the name of the property, or one for all. */
export type ValueHints = (name: string) => string

/** A value that fits a JSON Schema as far as schemas of tools and output formats go: the smallest that says something. */
export function makeValue(schema: unknown, hints: ValueHints, name = ''): JsonValue {
  return build({ schema, name, depth: 0, root: schema, hints })
}

/** The schema itself, or what its `$ref` points to inside `root`. */
export function resolveSchema(schema: unknown, root: unknown): JsonObject {
  let found: unknown = schema
  for (let hops = 0; hops < DEEPEST && isObject(found) && typeof found.$ref === 'string'; hops++) {
    found = found.$ref
      .replace(/^#\/?/, '')
      .split('/')
      .filter(part => part !== '')
      .map(part => decodePart(part))
      .reduce<unknown>((place, part) => (isObject(place) ? place[part] : undefined), root)
  }
  // What is an object here came as JSON.
  return isObject(found) ? (found as JsonObject) : {}
}

const DEEPEST = 12

function decodePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

type Building = {
  readonly schema: unknown
  readonly name: string
  readonly depth: number
  readonly root: unknown
  readonly hints: ValueHints
}

function build(building: Building): JsonValue {
  const { depth, root, name, hints } = building
  const schema = withAllOf(resolveSchema(building.schema, root), root)
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return build({ ...building, schema: simplest(choices, root), depth: depth + 1 })
  switch (typeOf(schema)) {
    case 'string':
      return makeString(schema, hints(name))
    case 'integer':
    case 'number':
      return makeNumber(schema)
    case 'boolean':
      return false
    case 'array':
      return makeArray(schema, building)
    case 'object':
      return makeObject(schema, building)
    default:
      return null
  }
}

function withAllOf(schema: JsonObject, root: unknown): JsonObject {
  if (!Array.isArray(schema.allOf)) return schema
  const parts = [schema, ...schema.allOf.map(part => resolveSchema(part, root))]
  return {
    ...Object.assign({}, ...parts),
    required: parts.flatMap(({ required }) => listOf(required)),
    properties: Object.assign({}, ...parts.map(({ properties }) => objectOf(properties))),
  }
}

/** A choice that holds no other schema, so that a recursive one ends. */
function simplest(choices: readonly JsonValue[], root: unknown): JsonValue {
  const order = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object']
  const rank = (choice: JsonValue): number => order.indexOf(typeOf(resolveSchema(choice, root)))
  return choices.toSorted((one, other) => rank(one) - rank(other))[0] ?? null
}

function typeOf(schema: JsonObject): string {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const named = types.find(type => type !== 'null' && typeof type === 'string')
  if (typeof named === 'string') return named
  if (isObject(schema.properties)) return 'object'
  if (schema.items !== undefined) return 'array'
  return types.includes('null') ? 'null' : 'string'
}

function makeObject(schema: JsonObject, building: Building): JsonObject {
  const properties = objectOf(schema.properties)
  const names = listOf(schema.required).filter(name => typeof name === 'string')
  if (building.depth > DEEPEST) return {}
  return Object.fromEntries(
    names.map(name => [
      name,
      build({ ...building, schema: properties[name] ?? {}, name, depth: building.depth + 1 }),
    ]),
  )
}

function makeArray(schema: JsonObject, building: Building): JsonValue {
  const least = numberOf(schema.minItems) ?? 0
  const length = building.depth > DEEPEST ? 0 : Math.min(Math.max(least, 0), MOST_ITEMS)
  return Array.from({ length }, () =>
    build({ ...building, schema: schema.items ?? {}, depth: building.depth + 1 }),
  )
}

const MOST_ITEMS = 100

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function objectOf(value: JsonValue | undefined): JsonObject {
  // What is an object here came as JSON.
  return isObject(value) ? (value as JsonObject) : {}
}
