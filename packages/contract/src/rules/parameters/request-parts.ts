import type { ApiTarget } from '../../api-target.ts'
import { isObject } from '../../json.ts'

/** An object of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>

/** The request as an untrusted object; anything that is not an object has no fields. */
export function bodyOf(request: unknown): Fields {
  return isObject(request) ? request : {}
}

/** The object under a key, or one without fields. */
export function objectAt(value: unknown, key: string): Fields {
  return bodyOf(ownValue(value, key))
}

/** The list under a key, or an empty one. */
export function listAt(value: unknown, key: string): readonly unknown[] {
  const list = ownValue(value, key)
  return Array.isArray(list) ? list : []
}

/** True where JSON would carry the key: a value that is not `undefined`, even if it is null. */
export function isSent(value: unknown, key: string): boolean {
  return ownValue(value, key) !== undefined
}

/** The model as the API's texts name it. */
export function modelName(request: unknown, target: ApiTarget): string {
  const { model } = bodyOf(request)
  return typeof model === 'string' && model !== '' ? model : target.model
}

/** True when one of the target's betas starts with one of the prefixes. */
export function hasBeta(target: ApiTarget, ...prefixes: readonly string[]): boolean {
  return target.betas.some(beta => prefixes.some(prefix => beta.startsWith(prefix)))
}

/** Whether an unknown value is one of these words. */
export function isOneOf(value: unknown, words: readonly string[]): value is string {
  return typeof value === 'string' && words.includes(value)
}

/** `'a', 'b' or 'c'`, as the API lists the values that it accepts. */
export function literals(values: readonly string[]): string {
  const quoted = values.map(value => `'${value}'`)
  return [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(part => part !== '').join(' or ')
}

function ownValue(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
