import { isObject } from '@antiphon/contract'

type Fields = Readonly<Record<string, unknown>>

/** What draft 2020-12 asks of a keyword's value. A keyword that is not here means nothing to the API and passes. */
const IS_RIGHT: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['description', isText],
  ['title', isText],
  ['format', isText],
  ['pattern', isText],
  ['enum', Array.isArray],
  ['required', value => Array.isArray(value) && value.every(isText)],
  ['uniqueItems', value => typeof value === 'boolean'],
  ['minimum', isNumber],
  ['maximum', isNumber],
  ['exclusiveMinimum', isNumber],
  ['exclusiveMaximum', isNumber],
  ['multipleOf', value => isNumber(value) && value > 0],
  ['minLength', isCount],
  ['maxLength', isCount],
  ['minItems', isCount],
  ['maxItems', isCount],
])

/** Older drafts said some things in other words; these are theirs as the new one says them. */
export function modernize(schema: Fields): Fields {
  const { items, additionalItems, ...rest } = schema
  const fields: Record<string, unknown> = Array.isArray(items)
    ? {
        ...rest,
        ...(items.length > 0 && { prefixItems: items }),
        ...(additionalItems !== undefined && { items: additionalItems }),
      }
    : { ...schema }
  toExclusiveBound(fields, { flag: 'exclusiveMinimum', bound: 'minimum' })
  toExclusiveBound(fields, { flag: 'exclusiveMaximum', bound: 'maximum' })
  return fields
}

/** True for a keyword whose value the API takes. */
export function isRightKeyword(keyword: string, value: unknown): boolean {
  return IS_RIGHT.get(keyword)?.(value) ?? true
}

/** The types that there are, of those named; undefined where none is left. */
export function toTypes(value: unknown): string | readonly string[] | undefined {
  const names = (Array.isArray(value) ? value : [value]).filter(name => TYPES.includes(name))
  const distinct = [...new Set<string>(names)]
  return distinct.length > 1 ? distinct : distinct[0]
}

const TYPES: readonly unknown[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

function toExclusiveBound(
  fields: Record<string, unknown>,
  { flag, bound }: { readonly flag: string; readonly bound: string },
): void {
  if (typeof fields[flag] !== 'boolean') return
  if (fields[flag] && isNumber(fields[bound])) {
    fields[flag] = fields[bound]
    delete fields[bound]
  } else delete fields[flag]
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function isCount(value: unknown): boolean {
  return isNumber(value) && Number.isInteger(value) && value >= 0
}

/** True for what may stand in a schema's place. */
export function isSchema(value: unknown): value is boolean | Fields {
  return typeof value === 'boolean' || isObject(value)
}
