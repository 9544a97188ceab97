import { assertNever, isObject } from '../json.ts'
import type { FieldKind } from '../tables/block-fields.ts'

/** A field that is missing or holds the wrong kind of value, and the API's words for it. */
export type FieldProblem = { readonly field: string; readonly problem: string }

/** The fields of an object that do not hold what their schema asks. */
export function* fieldProblems(
  value: Readonly<Record<string, unknown>>,
  schema: Readonly<Record<string, FieldKind>>,
): Generator<FieldProblem> {
  for (const [field, kind] of Object.entries(schema)) {
    const problem = fieldProblem(value[field], kind)
    if (problem !== null) yield { field, problem }
  }
}

function fieldProblem(value: unknown, kind: FieldKind): string | null {
  if (kind.endsWith('?') && value == null) return null
  if (value === undefined) return 'Field required'
  switch (kind) {
    case 'any':
    case 'any?':
      return null
    case 'string':
    case 'string?':
      return typeof value === 'string' ? null : 'Input should be a valid string'
    case 'boolean':
    case 'boolean?':
      return typeof value === 'boolean' ? null : 'Input should be a valid boolean'
    case 'object':
    case 'object?':
      return isObject(value) ? null : 'Input should be an object'
    case 'array':
    case 'array?':
      return Array.isArray(value) ? null : 'Input should be a valid array'
    case 'text-or-blocks':
    case 'text-or-blocks?':
      return typeof value === 'string' || Array.isArray(value)
        ? null
        : 'Input should be a valid string or array'
    default:
      return assertNever(kind)
  }
}
