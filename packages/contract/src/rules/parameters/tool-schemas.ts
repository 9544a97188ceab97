import { isObject } from '../../json.ts'
import type { Checks } from '../../rule.ts'
import { hasCircularRef } from './json-schema.ts'
import { isSent, objectAt } from './request-parts.ts'
import { isInvalidSchema } from './schema-keywords.ts'
import { callersOf, customTools, type ToolEntry } from './tool-entries.ts'

const COMBINATORS = ['oneOf', 'allOf', 'anyOf']
const PROPERTY_KEY = /^[a-zA-Z0-9_.-]{1,64}$/

/** TDF-03…07: the schema of a tool's input. */
export const toolSchemaChecks: Checks = {
  *'TDF-04'(request) {
    for (const { path, label, tool } of customTools(request)) {
      const fault = typeFault(tool.input_schema)
      if (!fault) continue
      yield { path: `${path}.${fault.field}`, message: `${label}.${fault.field}: ${fault.text}` }
    }
  },
  *'TDF-03'(request) {
    for (const { path, label, tool } of customTools(request)) {
      const schema = objectAt(tool, 'input_schema')
      if (!COMBINATORS.some(keyword => isSent(schema, keyword))) continue
      const text = 'input_schema does not support oneOf, allOf, or anyOf at the top level'
      yield { path: `${path}.input_schema`, message: `${label}.input_schema: ${text}` }
    }
  },
  *'TDF-05'(request) {
    for (const { path, label, tool } of customTools(request)) {
      const properties = objectAt(objectAt(tool, 'input_schema'), 'properties')
      if (Object.keys(properties).every(key => PROPERTY_KEY.test(key))) continue
      const place = 'input_schema.properties'
      const text = `Property keys should match pattern '${PROPERTY_KEY.source}'`
      yield { path: `${path}.${place}`, message: `${label}.${place}: ${text}` }
    }
  },
  *'TDF-06'(request) {
    for (const { path, label, tool } of customTools(request)) {
      if (!isObject(tool.input_schema) || !isInvalidSchema(withoutType(tool.input_schema))) continue
      const text =
        'JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview.'
      yield { path: `${path}.input_schema`, message: `${label}.input_schema: ${text}` }
    }
  },
  *'TDF-07'(request) {
    for (const entry of customTools(request)) {
      if (!isCompiled(entry) || !hasCircularRef(entry.tool.input_schema)) continue
      yield { path: `${entry.path}.input_schema`, message: 'Circular $ref detected' }
    }
  },
}

function typeFault(schema: unknown): { field: string; text: string } | undefined {
  if (schema === undefined) return { field: 'input_schema', text: 'Field required' }
  if (!isObject(schema)) return { field: 'input_schema', text: 'Input should be an object' }
  if (schema.type === 'object') return undefined
  const text = isSent(schema, 'type') ? "Input should be 'object'" : 'Field required'
  return { field: 'input_schema.type', text }
}

/** TDF-04 judges the type of the schema itself. */
function withoutType(schema: Record<string, unknown>): Record<string, unknown> {
  const { type: _, ...rest } = schema
  return rest
}

function isCompiled(entry: ToolEntry): boolean {
  return entry.tool.strict === true || callersOf(entry).some(caller => caller !== 'direct')
}
