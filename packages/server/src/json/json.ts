import { safeJson } from '@antiphon/core/wire'

/** JSON that parses to a `T`. What is large is made once, where it is read, and sent as it is. */
export type Json<T> = string & { readonly [OF]: T }

declare const OF: unique symbol

/** A value as JSON. There is no other way to one than the functions of this file. */
export function toJson<T>(value: T): Json<T> {
  return brand(safeJson(value))
}

/** An object of values and of others that are JSON already, which are not parsed again. */
export function toJsonObject<Values extends object, Made extends object>(
  values: Values,
  made: { readonly [Name in keyof Made]: Json<Made[Name]> },
): Json<Values & Made> {
  let json = safeJson(values).slice(0, -1)
  // Nothing large is copied on the way.
  for (const [name, field] of Object.entries<string>({ ...made }))
    json += `${json === '{' ? '' : ','}${safeJson(name)}:${field}`
  return brand(`${json}}`)
}

/** A list of what is JSON already. */
export function toJsonList<T>(items: readonly Json<T>[]): Json<readonly T[]> {
  return brand(`[${items.join(',')}]`)
}

/** A line that an encoder has made of a value. */
export function fromLine<T>(encode: (value: T) => string, value: T): Json<T> {
  return brand(encode(value).trimEnd())
}

function brand<T>(text: string): Json<T> {
  return text as Json<T> // a brand is nothing but a type
}
