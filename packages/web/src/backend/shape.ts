import { isObject } from '@antiphon/core'

/** Whether something that came as JSON has the shape of a type: what it has to have is there, and of its kind. */
export type Guard<T> = (value: unknown) => value is T

/** What each field that a type always has is in JSON; what lies deeper is not looked at. */
type Fields<T> = { readonly [Name in RequiredName<T>]: FieldKind<T[Name]> }

/** An object with these fields at least: unknown ones pass. */
export function hasFields<T>(fields: Fields<NoInfer<T>>): Guard<T> {
  const hasThem = toTest(fields)
  return (value): value is T => hasThem(value)
}

/** An object of a union, whose members are told apart by a field. */
export function isOneOf<T, Tag extends keyof T & string>(
  tag: Tag,
  members: { readonly [Name in T[Tag] & string]: Fields<Omit<Extract<T, Readonly<Record<Tag, Name>>>, Tag>> },
): Guard<T> {
  const tests = new Map<unknown, (value: unknown) => boolean>()
  for (const [name, fields] of Object.entries<object>(members)) tests.set(name, toTest(fields))
  return (value): value is T => isObject(value) && tests.get(value[tag])?.(value) === true
}

/** A list whose members are all of a shape. */
export function isListOf<T>(isMember: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(isMember)
}

/** No answer at all. */
export function isNothing(value: unknown): value is undefined {
  return value === undefined
}

type RequiredName<T> = keyof {
  [Name in keyof T as string extends Name ? never : object extends Pick<T, Name> ? never : Name]: true
} &
  keyof T

type FieldKind<T> = null extends T ? `${KindOf<NonNullable<T>>} or null` : KindOf<T>

type KindOf<T> = [T] extends [string]
  ? 'string'
  : [T] extends [number]
    ? 'number'
    : [T] extends [boolean]
      ? 'boolean'
      : [T] extends [readonly unknown[]]
        ? 'list'
        : 'object'

function toTest(fields: object): (value: unknown) => boolean {
  const kinds = Object.entries<string>({ ...fields }).map(([name, kind]) => {
    const [only = kind, isNullable] = kind.split(' or ')
    return { name, kind: only, isNullable: isNullable !== undefined }
  })
  return value =>
    isObject(value) &&
    kinds.every(({ name, kind, isNullable }) => {
      const field = value[name]
      return (isNullable && field === null) || kindOf(field) === kind
    })
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  return value === null ? 'null' : typeof value
}
