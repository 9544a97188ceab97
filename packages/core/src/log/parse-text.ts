/** The text of bytes that are UTF-8; undefined where they are none. */
export function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** The text of any bytes, with U+FFFD in place of what is no UTF-8. */
export function decodeLeniently(bytes: Uint8Array): string {
  return lenientDecoder.decode(bytes)
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true })
const lenientDecoder = new TextDecoder('utf-8')

/** The value of a JSON text, which may be null or false; undefined for what is no JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
