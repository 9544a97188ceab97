/** The sentence with which the API refuses a type that it does not know at this place. */
export function unknownTag(path: string, tag: string, expected: readonly string[]): string {
  const tags = expected.map(name => `'${name}'`).join(', ')
  return `${path}: Input tag '${tag}' found using 'type' does not match any of the expected tags: ${tags}`
}
