import { TextDecoder } from 'node:util'
import { orElse } from './or-else.ts'

/** How the text of a file is stored. */
export type TextEncoding = {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be'
  readonly hasByteOrderMark: boolean
}

export const UTF_8: TextEncoding = { name: 'utf-8', hasByteOrderMark: false }

/** The encoding of a file by its first bytes; null for a file that is no text. */
export function detectEncoding(head: Uint8Array): TextEncoding | null {
  const [first, second, third] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return { name: 'utf-8', hasByteOrderMark: true }
  if (first === 0xff && second === 0xfe) return { name: 'utf-16le', hasByteOrderMark: true }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be', hasByteOrderMark: true }
  if (head.includes(0)) return guessUtf16(head)
  return countControls(head) * MAXIMUM_CONTROL_SHARE > head.length ? null : UTF_8
}

/** How many bytes of a file `detectEncoding` wants to see. */
export const ENCODING_WINDOW = 8192

/** The number of bytes that stand before the text. */
export function markLength({ name, hasByteOrderMark }: TextEncoding): number {
  if (!hasByteOrderMark) return 0
  return name === 'utf-8' ? 3 : 2
}

/** Bytes behind the mark → text; what is no valid text becomes U+FFFD. */
export function createTextDecoder({ name }: TextEncoding): TextDecoder {
  // The mark has been skipped by whoever reads: a second one is part of the text.
  return new TextDecoder(name, { ignoreBOM: true })
}

/** Whether bytes are text of an encoding; `isCut` where the last character may go on behind them. */
export function isValidText(bytes: Uint8Array, name: TextEncoding['name'], isCut = false): boolean {
  const decoder = new TextDecoder(name, { fatal: true, ignoreBOM: true })
  return orElse(() => decoder.decode(bytes, { stream: isCut }) !== null, false)
}

/** Text → the bytes of a file, with its mark. */
export function encodeText(text: string, { name, hasByteOrderMark }: TextEncoding): Buffer {
  const marked = hasByteOrderMark ? `\uFEFF${text}` : text
  if (name === 'utf-8') return Buffer.from(marked, 'utf8')
  const bytes = Buffer.from(marked, 'utf16le')
  return name === 'utf-16be' ? bytes.swap16() : bytes
}

// UTF-16 without a mark: mostly Latin text has its zeros on one side only.
function guessUtf16(head: Uint8Array): TextEncoding | null {
  const zeros = [0, 0]
  for (let index = 0; index < head.length; index++)
    if (head[index] === 0) zeros[index & 1] = (zeros[index & 1] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const enough = head.length * 0.35
  if (odd > enough && even === 0) return { name: 'utf-16le', hasByteOrderMark: false }
  if (even > enough && odd === 0) return { name: 'utf-16be', hasByteOrderMark: false }
  return null
}

/** One control character in so many makes a file binary. */
const MAXIMUM_CONTROL_SHARE = 10

function countControls(head: Uint8Array): number {
  let count = 0
  for (const byte of head) if (byte < 32 && !TEXT_CONTROLS.has(byte)) count += 1
  return count
}

// Tab, line feed, vertical tab, form feed, carriage return, escape (colours in logs), backspace.
const TEXT_CONTROLS: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 27, 8])
