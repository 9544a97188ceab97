import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import { orElse } from '../files/or-else.ts'

/**
 * The schema as draft 2020-12 has it: what is wrong is left out, references that lead nowhere or to another host
 * too. It allows no less than before.
 */
export function cleanSchema(schema: JsonObject): JsonObject {
  return cleanFields(schema, { root: schema, depth: 0 })
}

/** What a local reference points to; undefined for any other. */
export function resolveReference(root: unknown, reference: unknown): unknown {
  if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) return undefined
  let found = root
  for (const step of reference.split('/').slice(1)) {
    const key = orElse(() => decodeURIComponent(step), step)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~')
    if (Array.isArray(found)) found = found[Number(key)]
    else if (isObject(found) && Object.hasOwn(found, key)) found = found[key]
    else return undefined
  }
  return found
}

type Place = { readonly root: JsonObject; readonly depth: number }

/** Deeper than any form that a model can fill in. */
const DEEPEST = 32

const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const SINGLES = [
  ...['items', 'additionalItems', 'additionalProperties', 'contains', 'propertyNames', 'not'],
  ...['if', 'then', 'else', 'unevaluatedItems', 'unevaluatedProperties'],
]
/** They give other meanings to references, and none of them means anything to a model. */
const IDENTITIES = [
  '$schema',
  '$id',
  'id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveRef',
  '$vocabulary',
]

function cleanFields(schema: JsonObject, place: Place): JsonObject {
  if (place.depth > DEEPEST) return {}
  const kept: [string, JsonValue][] = []
  for (const [keyword, value] of Object.entries(modernize(schema))) {
    // Whatever came over the wire is JSON.
    const cleaned = cleanKeyword(keyword, value as JsonValue, place)
    if (cleaned !== undefined) kept.push([keyword, cleaned])
  }
  return Object.fromEntries(kept)
}

function cleanKeyword(keyword: string, value: JsonValue | undefined, place: Place): JsonValue | undefined {
  const inner = { ...place, depth: place.depth + 1 }
  if (value === undefined || (IDENTITIES.includes(keyword) && typeof value === 'string')) return undefined
  if (keyword === 'type') return toTypes(value)
  if (keyword === '$ref') return isSchema(resolveReference(place.root, value)) ? value : undefined
  if (MAPS.includes(keyword)) return isObject(value) ? cleanMap(value as JsonObject, inner) : undefined
  if (LISTS.includes(keyword)) {
    if (!Array.isArray(value) || value.length === 0) return undefined
    return value.map(item => cleanSub(item, inner))
  }
  if (SINGLES.includes(keyword)) return isSchema(value) ? cleanSub(value, inner) : undefined
  return isRightKeyword(keyword, value) ? value : undefined
}

function cleanMap(map: JsonObject, place: Place): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, cleanSub(value, place)]))
}

/** What is no schema forbids nothing. */
function cleanSub(value: JsonValue | undefined, place: Place): JsonValue {
  if (typeof value === 'boolean') return value
  return isObject(value) ? cleanFields(value as JsonObject, place) : {}
}

type Fields = Readonly<Record<string, unknown>>

/** What draft 2020-12 asks of a keyword's value. A keyword that is not here means nothing to the API and passes. */
const IS_RIGHT: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['description', isText],
  ['title', isText],
  ['format', isText],
  ['pattern', isText],
  ['enum', Array.isArray],
  ['required', value => Array.isArray(value) && value.every(isText)],
  ['uniqueItems', value => typeof value === 'boolean'],
  ['minimum', isNumber],
  ['maximum', isNumber],
  ['exclusiveMinimum', isNumber],
  ['exclusiveMaximum', isNumber],
  ['multipleOf', value => isNumber(value) && value > 0],
  ['minLength', isCount],
  ['maxLength', isCount],
  ['minItems', isCount],
  ['maxItems', isCount],
])

/** Older drafts said some things in other words; these are theirs as the new one says them. */
function modernize(schema: Fields): Fields {
  const { items, additionalItems, ...rest } = schema
  const fields: Record<string, unknown> = Array.isArray(items)
    ? {
        ...rest,
        ...(items.length > 0 && { prefixItems: items }),
        ...(additionalItems !== undefined && { items: additionalItems }),
      }
    : { ...schema }
  toExclusiveBound(fields, { flag: 'exclusiveMinimum', bound: 'minimum' })
  toExclusiveBound(fields, { flag: 'exclusiveMaximum', bound: 'maximum' })
  return fields
}

/** True for a keyword whose value the API takes. */
function isRightKeyword(keyword: string, value: unknown): boolean {
  return IS_RIGHT.get(keyword)?.(value) ?? true
}

/** The types that there are, of those named; undefined where none is left. */
function toTypes(value: unknown): string | readonly string[] | undefined {
  const names = (Array.isArray(value) ? value : [value]).filter(name => TYPES.includes(name))
  const distinct = [...new Set<string>(names)]
  return distinct.length > 1 ? distinct : distinct[0]
}

const TYPES: readonly unknown[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

function toExclusiveBound(
  fields: Record<string, unknown>,
  { flag, bound }: { readonly flag: string; readonly bound: string },
): void {
  if (typeof fields[flag] !== 'boolean') return
  if (fields[flag] && isNumber(fields[bound])) {
    fields[flag] = fields[bound]
    delete fields[bound]
  } else delete fields[flag]
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function isCount(value: unknown): boolean {
  return isNumber(value) && Number.isInteger(value) && value >= 0
}

/** True for what may stand in a schema's place. */
function isSchema(value: unknown): value is boolean | Fields {
  return typeof value === 'boolean' || isObject(value)
}
