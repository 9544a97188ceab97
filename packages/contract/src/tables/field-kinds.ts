import { isObject } from '../json.ts'

/** What a field holds; `?` marks one that may be absent or null. */
export type FieldKind = Kind | `${Kind}?`

type Kind = 'any' | 'string' | 'boolean' | 'object' | 'array' | 'text-or-blocks'

/** What a field asks of its value, and the API's words for one that is something else. */
export type FieldType = { readonly fits: (value: unknown) => boolean; readonly text: string }

/** The types of fields that blocks and requests have. */
export const FIELD_TYPES: Readonly<Record<Kind | 'integer' | 'number', FieldType>> = {
  any: { fits: () => true, text: '' },
  string: { fits: value => typeof value === 'string', text: 'Input should be a valid string' },
  boolean: { fits: value => typeof value === 'boolean', text: 'Input should be a valid boolean' },
  integer: { fits: Number.isInteger, text: 'Input should be a valid integer' },
  number: { fits: value => typeof value === 'number', text: 'Input should be a valid number' },
  object: { fits: isObject, text: 'Input should be an object' },
  array: { fits: Array.isArray, text: 'Input should be a valid array' },
  'text-or-blocks': {
    fits: value => typeof value === 'string' || Array.isArray(value),
    text: 'Input should be a valid string or array',
  },
}

/** True where a value is of the kind that a field of the API holds. */
export function fitsKind(value: unknown, kind: FieldKind): boolean {
  return typeOf(kind).fits(value)
}

/** A field that is missing or holds the wrong kind of value, and the API's words for it. */
export type FieldProblem = { readonly field: string; readonly problem: string }

/** The fields of an object that do not hold what their schema asks. */
export function* fieldProblems(
  value: Readonly<Record<string, unknown>>,
  schema: Readonly<Record<string, FieldKind>>,
): Generator<FieldProblem> {
  for (const [field, kind] of Object.entries(schema)) {
    const held = value[field]
    if (kind.endsWith('?') && held == null) continue
    if (held === undefined) yield { field, problem: 'Field required' }
    else if (!fitsKind(held, kind)) yield { field, problem: typeOf(kind).text }
  }
}

function typeOf(kind: FieldKind): FieldType {
  return TYPES_OF_KINDS[kind]
}

/** The same types under the names of fields that may be absent, too. */
const TYPES_OF_KINDS = Object.fromEntries(
  Object.entries(FIELD_TYPES).flatMap(([kind, type]) => [
    [kind, type],
    [`${kind}?`, type],
  ]),
  // Each name with and without its mark is what `FieldKind` is made of.
) as Readonly<Record<FieldKind, FieldType>>
