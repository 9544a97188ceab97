import { isObject } from '@antiphon/contract'

/** Whether something that came as JSON has the shape of a type. */
export type Guard<T> = (value: unknown) => value is T

/** What fields are in JSON. Whatever the page reaches into has to be named: lists and objects; the rest may be. */
type Fields<T> = { readonly [Name in keyof T as Named<T, Name, object>]: FieldKind<T[Name]> } & {
  readonly [Name in keyof T as Named<T, Name, unknown>]?: FieldKind<T[Name]>
}

/** An object with these fields at least; what lies in them is not looked at. */
export function hasFields<T>(fields: Fields<NoInfer<T>>): Guard<T> {
  const kinds = toKinds(fields)
  return (value): value is T => hasAll(value, kinds)
}

/** An object of a union, whose members are told apart by a field. */
export function isUnionOf<T, Tag extends keyof T & string>(
  tag: Tag,
  members: NoInfer<Members<T, Tag>>,
): Guard<T> {
  const known = new Map<unknown, Kinds>()
  for (const [name, fields] of Object.entries<object>(members)) known.set(name, toKinds(fields))
  return (value): value is T => {
    const kinds = isObject(value) && known.get(value[tag])
    return kinds ? hasAll(value, kinds) : false
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

type Kinds = readonly (readonly [name: string, kind: string])[]

function toKinds(fields: object): Kinds {
  return Object.entries<string>({ ...fields })
}

function hasAll(value: unknown, kinds: Kinds): boolean {
  return isObject(value) && kinds.every(([name, kind]) => kindOf(value[name]) === kind)
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  return value === null ? 'null' : typeof value
}
