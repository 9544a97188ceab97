import { isObject } from '../../json.ts'
import type { Fields } from './request-parts.ts'

/** The names that `type` may have. */
export const SCHEMA_TYPES: readonly string[] = [
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]

const MAPS = ['properties', 'patternProperties', 'dependentSchemas']
const DEFINITIONS = ['$defs', 'definitions']
const ALL_MAPS = [...MAPS, ...DEFINITIONS]
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const SINGLES = [
  'items',
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]

/** The schema and every schema inside it; values such as `default` or `enum` are data and left alone. */
export function* schemasIn(schema: unknown): Generator<unknown> {
  const waiting: unknown[] = [schema]
  while (waiting.length > 0) {
    const next = waiting.pop()
    yield next
    if (isObject(next)) for (const inner of subschemas(next, ALL_MAPS)) waiting.push(inner)
  }
}

/** Whether a `$ref` leads back into a schema that contains it. */
export function hasCircularRef(root: unknown): boolean {
  const state = new Map<unknown, 'open' | 'closed'>()
  const starts = [root, ...definitionsIn(root)]
  return starts.some(start => reachesItself(start, { root, state }))
}

/** Whether a value is of the type that a schema names. */
export function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    case 'object':
      return isObject(value)
    default:
      return !SCHEMA_TYPES.includes(type) || typeof value === type
  }
}

type RefSearch = { readonly root: unknown; readonly state: Map<unknown, 'open' | 'closed'> }

/** Depth first without recursion: a tool may nest its schema as deep as it likes. */
function reachesItself(start: unknown, { root, state }: RefSearch): boolean {
  const path: { schema: unknown; left: unknown[] }[] = []
  const enter = (schema: unknown): boolean => {
    if (!isObject(schema) || state.get(schema) === 'closed') return false
    if (state.get(schema) === 'open') return true
    state.set(schema, 'open')
    const target = typeof schema.$ref === 'string' ? resolvePointer(root, schema.$ref) : undefined
    path.push({ schema, left: [...subschemas(schema, MAPS), target] })
    return false
  }
  if (enter(start)) return true
  for (let last = path.at(-1); last; last = path.at(-1)) {
    if (last.left.length > 0) {
      if (enter(last.left.pop())) return true
    } else {
      state.set(last.schema, 'closed')
      path.pop()
    }
  }
  return false
}

function subschemas(schema: Fields, maps: readonly string[]): unknown[] {
  const found: unknown[] = []
  for (const key of maps) {
    const map = schema[key]
    if (isObject(map)) for (const inner of Object.values(map)) found.push(inner)
  }
  for (const key of LISTS) {
    const list = schema[key]
    if (Array.isArray(list)) for (const inner of list) found.push(inner)
  }
  for (const key of SINGLES) {
    const inner = schema[key]
    if (inner !== undefined && !Array.isArray(inner)) found.push(inner)
  }
  return found
}

function definitionsIn(root: unknown): unknown[] {
  if (!isObject(root)) return []
  return DEFINITIONS.flatMap(key => {
    const definitions = root[key]
    return isObject(definitions) ? Object.values(definitions) : []
  })
}

function resolvePointer(root: unknown, pointer: string): unknown {
  if (pointer !== '#' && !pointer.startsWith('#/')) return undefined
  let found = root
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(found)) found = found[Number(key)]
    else if (isObject(found) && Object.hasOwn(found, key)) found = found[key]
    else return undefined
  }
  return found
}

const isSchema = (value: unknown): boolean => isObject(value) || typeof value === 'boolean'
const isNumber = (value: unknown): boolean => typeof value === 'number'
const isString = (value: unknown): boolean => typeof value === 'string'
const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0
const isSchemaList = (value: unknown): boolean => Array.isArray(value) && value.length > 0
const isStringList = (value: unknown): boolean => Array.isArray(value) && value.every(isString)

/** What draft 2020-12 asks of a keyword's value; the drafts before it allowed other things. */
const KEYWORDS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['$defs', isObject],
  ['$ref', isString],
  ['additionalProperties', isSchema],
  ['allOf', isSchemaList],
  ['anyOf', isSchemaList],
  ['contains', isSchema],
  ['description', isString],
  ['enum', Array.isArray],
  ['exclusiveMaximum', isNumber],
  ['exclusiveMinimum', isNumber],
  ['format', isString],
  ['items', isSchema],
  ['maxItems', isCount],
  ['maxLength', isCount],
  ['maximum', isNumber],
  ['minItems', isCount],
  ['minLength', isCount],
  ['minimum', isNumber],
  ['multipleOf', value => typeof value === 'number' && value > 0],
  ['not', isSchema],
  ['oneOf', isSchemaList],
  ['pattern', isString],
  ['patternProperties', isObject],
  ['prefixItems', isSchemaList],
  ['properties', isObject],
  ['propertyNames', isSchema],
  ['required', isStringList],
  ['title', isString],
  ['type', isTypeName],
  ['uniqueItems', value => typeof value === 'boolean'],
])

/**
 * Whether a schema is plainly not JSON Schema draft 2020-12. It looks at the keywords one by
 * one; it is no validator of the whole meta-schema.
 */
export function isInvalidSchema(schema: unknown): boolean {
  for (const inner of schemasIn(schema)) {
    if (!isSchema(inner)) return true
    if (!isObject(inner)) continue
    for (const [keyword, value] of Object.entries(inner)) {
      if (value !== undefined && KEYWORDS.get(keyword)?.(value) === false) return true
    }
  }
  return false
}

function isTypeName(value: unknown): boolean {
  const names = Array.isArray(value) ? value : [value]
  if (names.length === 0 || new Set(names).size < names.length) return false
  return names.every(name => SCHEMA_TYPES.includes(name))
}
