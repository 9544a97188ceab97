import { isObject } from '../../json.ts'
import type { Checks } from '../../rule.ts'
import { isOfType } from './json-schema.ts'
import { type Fields, isSent, listAt, objectAt } from './request-parts.ts'
import { toolEntries } from './tool-entries.ts'

/** TDF-10: example inputs fit the schema, and only tools that the client runs have them. */
export const toolExampleChecks: Checks = {
  *'TDF-10'(request) {
    for (const { path, label, tool, facts } of toolEntries(request)) {
      if (!facts || facts.kind === 'toolset' || !isSent(tool, 'input_examples')) continue
      if (facts.kind !== 'custom' && facts.kind !== 'client') {
        const text = 'input_examples are not supported on server tools'
        yield { path: `${path}.input_examples`, message: `${label}: ${text}` }
        continue
      }
      for (const [index, example] of listAt(tool, 'input_examples').entries()) {
        const fault = exampleFault(example, objectAt(tool, 'input_schema'))
        if (!fault) continue
        const place = `input_examples.${index}`
        yield { path: `${path}.${place}`, message: `${label}.${place}: ${fault}` }
      }
    }
  },
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
