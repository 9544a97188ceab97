/** A value inside an error text; an object is not spelled out, since a hostile one cannot be printed safely. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? 'object' : String(value)
}

/** The sentence with which the API refuses a type that it does not know at this place. */
export function unknownTag(path: string, tag: unknown, expected: readonly string[]): string {
  const tags = expected.map(name => `'${name}'`).join(', ')
  return `${path}: Input tag '${shown(tag)}' found using 'type' does not match any of the expected tags: ${tags}`
}
