import { createHash } from 'node:crypto'
import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import { cleanSchema } from './clean-schema.ts'
import { flattenSchema } from './flatten-schema.ts'
import { measureJson } from './keep-tools.ts'
import { MCP_LIMITS } from './mcp-limits.ts'

/** A schema that the API takes, and the way back from an input of it to one that the server takes. */
export type InputSchema = {
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
