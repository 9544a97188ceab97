/** True where the bytes end their line. */
export function endsWithNewline(bytes: Uint8Array): boolean {
  return bytes.at(-1) === NEWLINE
}

/** True where an editor put a byte order mark first. */
export function beginsWithMark(bytes: Uint8Array): boolean {
  return BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte)
}

/** The bytes of an entry as a line of its own: without mark, and ended. Bytes that are so already are given back. */
export function toWholeLine(bytes: Uint8Array): Uint8Array {
  const body = beginsWithMark(bytes) ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
  if (endsWithNewline(body)) return body
  const line = new Uint8Array(body.length + 1)
  line.set(body)
  line[body.length] = NEWLINE
  return line
}

const NEWLINE = 0x0a
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const
