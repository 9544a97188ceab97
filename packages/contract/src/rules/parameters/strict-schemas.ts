import { isObject } from '../../json.ts'
import { type Checks, type Finding, finding } from '../../rule.ts'
import { schemasIn } from './json-schema.ts'
import { type Fields, isSent, listAt, objectAt } from './request-parts.ts'
import { customTools, toolEntries } from './tool-entries.ts'

const STRICT_TOOLS = 20
const OPTIONAL_PARAMETERS = 24
const UNION_PARAMETERS = 16

/** TDF-09: schemas that the API compiles into a grammar, of strict tools and of the output format. */
export const strictSchemaChecks: Checks = {
  *'TDF-09'(request) {
    const strict = toolEntries(request).filter(({ tool }) => tool.strict === true).length
    if (strict > STRICT_TOOLS) {
      const advice = 'Try reducing the number of tools marked as strict.'
      const message = `Too many strict tools (${strict}). The maximum number of strict tools supported is ${STRICT_TOOLS}. ${advice}`
      yield { path: 'tools', message }
    }
    const compiled = compiledSchemas(request)
    for (const schema of compiled) yield* unsupported(schema)
    yield* tooComplex(compiled)
  },
}

type CompiledSchema = { readonly path: string; readonly label: string; readonly parts: readonly Fields[] }

function compiledSchemas(request: unknown): readonly CompiledSchema[] {
  const schemas = customTools(request)
    .filter(({ tool }) => tool.strict === true)
    .map(({ path, label, tool }) => ({
      path: `${path}.input_schema`,
      label,
      parts: objectsIn(tool.input_schema),
    }))
  const format = objectAt(objectAt(request, 'output_config'), 'format')
  const label = 'output_config.format.schema'
  return isObject(format.schema)
    ? [...schemas, { path: label, label, parts: objectsIn(format.schema) }]
    : schemas
}

function objectsIn(schema: unknown): readonly Fields[] {
  return [...schemasIn(schema)].filter(isObject)
}

function* unsupported({ path, label, parts }: CompiledSchema): Generator<Finding> {
  if (parts.some(isOpenObject)) {
    yield finding(path, "For 'object' type, 'additionalProperties' must be explicitly set to false", label)
  }
  for (const { pattern } of parts) {
    const feature = typeof pattern === 'string' ? unsupportedFeature(pattern) : undefined
    if (feature) yield finding(path, `Unsupported regex feature in pattern field: ${feature}`, label)
  }
}

function isOpenObject(schema: Fields): boolean {
  return (schema.type === 'object' || isSent(schema, 'properties')) && schema.additionalProperties !== false
}

/** The features that the documentation names; each expression reads the pattern once. */
function unsupportedFeature(pattern: string): string | undefined {
  if (/\(\?<?[=!]/.test(pattern)) return 'lookaround is not supported'
  if (/\\[bB]/.test(pattern)) return 'word boundaries are not supported'
  if (/\\(?:[1-9]|k<)/.test(pattern)) return 'backreferences are not supported'
  return undefined
}

function* tooComplex(compiled: readonly CompiledSchema[]): Generator<Finding> {
  let optional = 0
  let unions = 0
  for (const { parts } of compiled) {
    for (const part of parts) {
      const required = new Set(listAt(part, 'required'))
      for (const [key, property] of Object.entries(objectAt(part, 'properties'))) {
        if (!required.has(key)) optional++
        if (isUnion(property)) unions++
      }
    }
  }
  if (optional > OPTIONAL_PARAMETERS) {
    const message = `Schemas contains too many optional parameters (${optional}), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: ${OPTIONAL_PARAMETERS}).`
    yield { path: 'tools', message }
  }
  if (unions > UNION_PARAMETERS) {
    const message = `Schemas contains too many parameters with union types (${unions} parameters with type arrays or anyOf). This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: ${UNION_PARAMETERS} parameters with unions).`
    yield { path: 'tools', message }
  }
}

function isUnion(property: unknown): boolean {
  return isObject(property) && (Array.isArray(property.type) || isSent(property, 'anyOf'))
}
