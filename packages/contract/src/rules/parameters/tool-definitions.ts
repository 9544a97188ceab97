import type { ApiTarget } from '../../api-target.ts'
import { isObject } from '../../json.ts'
import { unknownTag } from '../../request/unknown-tag.ts'
import { type Checks, finding } from '../../rule.ts'
import { hasCircularRef, isInvalidSchema, isOfType } from './json-schema.ts'
import { type Fields, isSent, listAt, objectAt } from './request-parts.ts'
import { callersOf, customTools, type ToolEntry, toolEntries, toolFinding } from './tool-entries.ts'
import { acceptedToolTypes } from './tool-types.ts'

/** TDF-01…08 and TDF-10: each tool has a known type, a name of its own, a schema and examples that fit it. */
export const toolDefinitionChecks: Checks = {
  *'TDF-08'(request, target) {
    const accepted = acceptedToolTypes(target)
    const known = new Set(accepted)
    for (const { path, tool, type } of toolEntries(request)) {
      if (known.has(type)) continue
      yield { path: `${path}.type`, message: unknownTag(path, tool.type, accepted) }
    }
  },
  *'TDF-01'(request, target) {
    for (const entry of toolEntries(request)) {
      const text = nameFault(entry, target)
      if (text) yield toolFinding(entry, 'name', text)
    }
  },
  *'TDF-02'(request) {
    const seen = new Set<string>()
    for (const { path, tool } of toolEntries(request)) {
      if (typeof tool.name !== 'string') continue
      if (seen.has(tool.name)) yield { path: `${path}.name`, message: 'tools: Tool names must be unique.' }
      seen.add(tool.name)
    }
  },
  *'TDF-04'(request) {
    for (const entry of customTools(request)) {
      const { input_schema: schema } = entry.tool
      if (schema === undefined) yield toolFinding(entry, 'input_schema', 'Field required')
      else if (!isObject(schema)) yield toolFinding(entry, 'input_schema', 'Input should be an object')
      else if (schema.type !== 'object') {
        const text = isSent(schema, 'type') ? "Input should be 'object'" : 'Field required'
        yield toolFinding(entry, 'input_schema.type', text)
      }
    }
  },
  *'TDF-03'(request) {
    for (const entry of customTools(request)) {
      const schema = objectAt(entry.tool, 'input_schema')
      if (!COMBINATORS.some(keyword => isSent(schema, keyword))) continue
      const text = 'input_schema does not support oneOf, allOf, or anyOf at the top level'
      yield toolFinding(entry, 'input_schema', text)
    }
  },
  *'TDF-05'(request) {
    for (const entry of customTools(request)) {
      const properties = objectAt(objectAt(entry.tool, 'input_schema'), 'properties')
      if (Object.keys(properties).every(key => PROPERTY_KEY.test(key))) continue
      const text = `Property keys should match pattern '${PROPERTY_KEY.source}'`
      yield toolFinding(entry, 'input_schema.properties', text)
    }
  },
  *'TDF-06'(request) {
    for (const entry of customTools(request)) {
      const schema = entry.tool.input_schema
      // TDF-04 judges the type of the schema itself.
      if (!isObject(schema) || !isInvalidSchema({ ...schema, type: undefined })) continue
      const text =
        'JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview.'
      yield toolFinding(entry, 'input_schema', text)
    }
  },
  *'TDF-07'(request) {
    for (const entry of customTools(request)) {
      if (!isCompiled(entry) || !hasCircularRef(entry.tool.input_schema)) continue
      yield { path: `${entry.path}.input_schema`, message: 'Circular $ref detected' }
    }
  },
  *'TDF-10'(request) {
    for (const entry of toolEntries(request)) {
      const { path, label, tool, facts } = entry
      if (!facts || facts.kind === 'toolset' || !isSent(tool, 'input_examples')) continue
      if (facts.kind !== 'custom' && facts.kind !== 'client') {
        yield finding(`${path}.input_examples`, 'input_examples are not supported on server tools', label)
        continue
      }
      for (const [index, example] of listAt(tool, 'input_examples').entries()) {
        const fault = exampleFault(example, objectAt(tool, 'input_schema'))
        if (fault) yield toolFinding(entry, `input_examples.${index}`, fault)
      }
    }
  },
}

function nameFault({ tool, facts }: ToolEntry, target: ApiTarget): string | undefined {
  const { name } = tool
  // Toolsets take no name (TDF-11), an MCP toolset names its server.
  if (!facts || facts.kind === 'toolset' || facts.kind === 'mcp') return undefined
  if (!isSent(tool, 'name')) return 'Field required'
  if (facts.name !== undefined) return name === facts.name ? undefined : `Input should be '${facts.name}'`
  if (typeof name !== 'string') return 'Input should be a valid string'
  if (name === '') return 'String should have at least 1 character'
  const longest = target.limits.toolNameLength
  if (name.length <= longest && /^[a-zA-Z0-9_-]+$/.test(name)) return undefined
  return `String should match pattern '^[a-zA-Z0-9_-]{1,${longest}}$'`
}

const COMBINATORS = ['oneOf', 'allOf', 'anyOf']
const PROPERTY_KEY = /^[a-zA-Z0-9_.-]{1,64}$/

function isCompiled(entry: ToolEntry): boolean {
  return entry.tool.strict === true || callersOf(entry).some(caller => caller !== 'direct')
}

/** Looks at the first level only: required keys, foreign keys, types and enums. */
function exampleFault(example: unknown, schema: Fields): string | undefined {
  if (!isObject(example)) return 'Input should be an object'
  for (const key of listAt(schema, 'required')) {
    if (typeof key === 'string' && !isSent(example, key)) return `'${key}' is a required property`
  }
  const properties = objectAt(schema, 'properties')
  for (const [key, value] of Object.entries(example)) {
    if (!isSent(properties, key)) {
      if (schema.additionalProperties === false) return `Additional properties are not allowed ('${key}')`
    } else if (!fits(value, objectAt(properties, key))) {
      return `'${key}' does not match its schema`
    }
  }
  return undefined
}

function fits(value: unknown, schema: Fields): boolean {
  const { type } = schema
  const types = (Array.isArray(type) ? type : [type]).filter(name => typeof name === 'string')
  if (types.length > 0 && !types.some(name => isOfType(value, name))) return false
  return typeof value === 'object' || !Array.isArray(schema.enum) || schema.enum.includes(value)
}
