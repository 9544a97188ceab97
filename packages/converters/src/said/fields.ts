import { isObject } from '@antiphon/contract'
import { safeJson } from '@antiphon/core/wire'
import type { SaidFields } from './said.ts'

/** An object without some of its fields, and without those that are `undefined`. */
export function withoutFields(value: SaidFields, names: readonly string[]): SaidFields {
  return Object.fromEntries(
    Object.entries(value).filter(([name, field]) => field !== undefined && !names.includes(name)),
  )
}

export function isEmpty(value: SaidFields): boolean {
  return Object.keys(value).length === 0
}

/** A field that is only there where it says something. */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [Key in Name]?: Value } {
  // An object literal with a computed name has a wider type.
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value }
}

/** The fields of an object; none where it is none. */
export function toFields(value: unknown): SaidFields {
  return isObject(value) ? value : {}
}

/** Any JSON value as text, however deep it is. */
export function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return safeJson(value)
  }
}

/** The value that a text is the JSON of; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
