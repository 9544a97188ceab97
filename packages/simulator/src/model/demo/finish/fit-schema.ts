import { isObject } from '@antiphon/contract'

/** The smallest value that fits the common parts of a JSON schema, with these words where it wants a text. */
export function fitSchema(schema: unknown, words: string, depth = 0): unknown {
  if (!isObject(schema) || depth > DEEPEST) return words
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choice = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choice)) return fitSchema(choice[0], words, depth + 1)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type ?? (schema.properties === undefined ? 'string' : 'object')) {
    case 'object':
      return fitObject(schema, words, depth)
    case 'array':
      return Array.from({ length: Math.min(Number(schema.minItems ?? 0), MOST_ITEMS) }, () =>
        fitSchema(schema.items, words, depth + 1),
      )
    case 'integer':
    case 'number':
      return Math.max(0, typeof schema.minimum === 'number' ? schema.minimum : 0)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return words
  }
}

const DEEPEST = 20
const MOST_ITEMS = 10

function fitObject(schema: Readonly<Record<string, unknown>>, words: string, depth: number): unknown {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  return Object.fromEntries(required.map(key => [key, fitSchema(properties[key], words, depth + 1)]))
}
