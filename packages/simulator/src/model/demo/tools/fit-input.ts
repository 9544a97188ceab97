import { isObject, type JsonObject, type JsonValue } from '@antiphon/core'
import { makeValue, resolveSchema, type ValueHints } from './make-value.ts'
import type { OfferedTool } from './offered-tools.ts'
import { ROLE_PROPERTIES, type Role } from './role-properties.ts'

/** Values by what they are for. */
export type RoleValues = Readonly<Partial<Record<Role, string | boolean | number>>>

export type FitInputOptions = {
  readonly tool: OfferedTool
  /** Without a place for each of these the tool does not fit. */
  readonly needed: RoleValues
  /** Given where the tool has a place for them. */
  readonly optional?: RoleValues
  readonly hints?: ValueHints
}

/** The input of a call by the tool's own schema; null where the tool has no place for what is needed. */
export function fitInput({
  tool,
  needed,
  optional = {},
  hints = () => 'demo',
}: FitInputOptions): JsonObject | null {
  const properties = propertiesOf(tool)
  const input: Record<string, JsonValue> = {}
  for (const [role, value] of valuesOf(needed)) {
    const placed = placeValue({ role, value, properties, taken: input })
    if (!placed) return null
    input[placed.name] = placed.value
  }
  for (const [role, value] of valuesOf(optional)) {
    const placed = placeValue({ role, value, properties, taken: input })
    if (placed) input[placed.name] = placed.value
  }
  const required = Array.isArray(tool.schema.required) ? tool.schema.required : []
  for (const name of required) {
    if (typeof name !== 'string' || Object.hasOwn(input, name)) continue
    input[name] = build(tool, name, hints)
  }
  return input
}

/** The properties of a tool's input, with references resolved. */
export function propertiesOf({ schema }: OfferedTool): ReadonlyMap<string, JsonObject> {
  const { properties } = schema
  if (!isObject(properties)) return new Map()
  return new Map(Object.entries(properties).map(([name, value]) => [name, resolveSchema(value, schema)]))
}

function build(tool: OfferedTool, name: string, hints: ValueHints): JsonValue {
  const { properties } = tool.schema
  const schema = isObject(properties) ? properties[name] : {}
  // The definitions stand at the root of the tool's schema.
  const definitions = { $defs: tool.schema.$defs, definitions: tool.schema.definitions }
  return makeValue(isObject(schema) ? { ...definitions, ...schema } : {}, hints, name)
}

function valuesOf(values: RoleValues): readonly (readonly [Role, string | boolean | number])[] {
  // The keys of role values are roles, as their type says.
  const entries = Object.entries(values) as [Role, string | boolean | number | undefined][]
  return entries.flatMap(([role, value]) => (value === undefined ? [] : [[role, value] as const]))
}

type Placing = {
  readonly role: Role
  readonly value: string | boolean | number
  readonly properties: ReadonlyMap<string, JsonObject>
  readonly taken: Readonly<Record<string, JsonValue>>
}

function placeValue(placing: Placing): { readonly name: string; readonly value: JsonValue } | null {
  const { role, properties, taken } = placing
  const names = ROLE_PROPERTIES[role]
  // A schema that names no property takes any.
  if (properties.size === 0) return { name: names[0] ?? role, value: placing.value }
  for (const name of names) {
    const schema = properties.get(name)
    if (!schema || Object.hasOwn(taken, name)) continue
    const value = fitValue(placing, schema)
    if (value !== undefined) return { name, value }
  }
  return null
}

function fitValue({ role, value }: Placing, schema: JsonObject): JsonValue | undefined {
  const types = typesOf(schema)
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return undefined
  if (types.includes('array') && !types.includes('string') && typeof value === 'string') {
    if (schema.items !== undefined && !typesOf(resolveSchema(schema.items, schema)).includes('string'))
      return undefined
    return role === 'command' ? ['bash', '-lc', value] : [value]
  }
  const type = typeof value
  return types.length === 0 || types.includes(type) || (type === 'number' && types.includes('integer'))
    ? value
    : undefined
}

function typesOf(schema: JsonObject): readonly JsonValue[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices))
    return choices.flatMap(choice => (isObject(choice) ? typesOf(choice as JsonObject) : []))
  if (schema.type === undefined) return []
  return Array.isArray(schema.type) ? schema.type : [schema.type]
}
