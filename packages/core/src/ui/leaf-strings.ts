/** Every string in a JSON value in reading order, whatever its depth; without bytes that nobody reads. */
export function leafStrings(value: unknown, skippedKeys: ReadonlySet<string> = NO_KEYS): string[] {
  const strings: string[] = []
  const open: unknown[] = [value]
  while (open.length > 0) {
    const current = open.pop()
    if (typeof current === 'string') strings.push(current)
    if (typeof current !== 'object' || current === null) continue
    // What is pushed last is read first.
    for (const [key, child] of Object.entries(current).reverse())
      if (!OPAQUE_KEYS.has(key) && !skippedKeys.has(key) && !isBase64(key, current)) open.push(child)
  }
  return strings
}

const NO_KEYS: ReadonlySet<string> = new Set()

const OPAQUE_KEYS: ReadonlySet<string> = new Set([
  'base64',
  'signature',
  'encrypted_content',
  'encrypted_index',
])

function isBase64(key: string, parent: object): boolean {
  return key === 'data' && 'type' in parent && parent.type === 'base64'
}
