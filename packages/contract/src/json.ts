/** Any JSON value: what a foreign tool, hook or newer version may put into a message. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object whose fields are not known here. */
export type JsonObject = { readonly [key: string]: JsonValue | undefined }

/** True for a plain object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Closes a `switch` over a union: a member that is not handled breaks the build here. */
export function assertNever(value: never): never {
  throw new TypeError(`Unhandled case: ${JSON.stringify(value)}`)
}
