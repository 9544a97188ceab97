import { isObject } from '../../json.ts'
import { SCHEMA_TYPES, schemasIn } from './json-schema.ts'

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
