import { isObject } from '@antiphon/core'

/** Whether something that came as JSON has the shape of a type. */
export type Guard<T> = (value: unknown) => value is T

/** What fields are in JSON. Whatever the page reaches into has to be named: lists and objects; the rest may be. */
type Fields<T> = { readonly [Name in keyof T as Named<T, Name, object>]: FieldKind<T[Name]> } & {
  readonly [Name in keyof T as Named<T, Name, unknown>]?: FieldKind<T[Name]>
}

/** An object with these fields at least; what lies in them is not looked at. */
export function hasFields<T>(fields: Fields<NoInfer<T>>): Guard<T> {
  return (value): value is T => hasAll(value, fields)
}

/** An object of a union, whose members are told apart by a field. */
export function isOneOf<T, Tag extends keyof T & string>(
  tag: Tag,
  members: NoInfer<Members<T, Tag>>,
): Guard<T> {
  const known = new Map<unknown, object>(Object.entries<object>(members))
  return (value): value is T => {
    const fields = isObject(value) && known.get(value[tag])
    return fields ? hasAll(value, fields) : false
  }
}

/** A list whose members are all of a shape. */
export function isListOf<T>(isMember: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(isMember)
}

/** No answer at all. */
export function isNothing(value: unknown): value is undefined {
  return value === undefined
}

type Members<T, Tag extends keyof T> = {
  readonly [Name in T[Tag] & string]: Fields<Omit<Extract<T, Readonly<Record<Tag, Name>>>, Tag>>
}

type Named<T, Name extends keyof T, Kind> = string extends Name ? never : T[Name] extends Kind ? Name : never

type FieldKind<T> = [T] extends [string]
  ? 'string'
  : [T] extends [number]
    ? 'number'
    : [T] extends [boolean]
      ? 'boolean'
      : [T] extends [readonly unknown[]]
        ? 'list'
        : [T] extends [object]
          ? 'object'
          : never

function hasAll(value: unknown, fields: object): boolean {
  if (!isObject(value)) return false
  for (const [name, kind] of Object.entries<string>({ ...fields }))
    if (kindOf(value[name]) !== kind) return false
  return true
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  return value === null ? 'null' : typeof value
}
