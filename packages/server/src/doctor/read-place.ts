import { normalizeMessages } from '@antiphon/core'
import { scanEntries } from '@antiphon/core/log'
import { oneLine, toPersonItem } from '@antiphon/core/ui'
import { NODE_BYTE_TEXT } from '@antiphon/transcript'
import type { ShownPlace } from '../protocol/doctor-protocol.ts'

/** The bytes at a place of a log, as text of bounded length, and whether a reader of the session finds them there. */
export function readPlace(bytes: Uint8Array, offset: number | null): Pick<ShownPlace, 'text' | 'isShown'> {
  if (offset === null || offset >= bytes.length) return { text: null, isShown: false }
  const newline = bytes.indexOf(NEWLINE, offset)
  const line = bytes.subarray(offset, newline === -1 ? bytes.length : newline)
  return { text: toText(line), isShown: isShown(line) }
}

const NEWLINE = 0x0a
const HEAD_BYTES = 600
const TEXT_CODE_POINTS = 140

function toText(line: Uint8Array): string {
  const head = new TextDecoder().decode(line.subarray(0, HEAD_BYTES))
  // Zeros are all that some lines hold, and nobody sees them.
  const text = head.replaceAll(/\0+/g, '\\0… ')
  return oneLine(line.length > HEAD_BYTES ? `${text}…` : text, TEXT_CODE_POINTS)
}

/** What is hidden unless one asks for it is not found by following a link. */
function isShown(line: Uint8Array): boolean {
  const [first] = scanEntries(line, NODE_BYTE_TEXT)
  if (first?.offset !== 0) return false
  // Any object is taken; what is no message gives nothing.
  const [message] = normalizeMessages([first.entry as Parameters<typeof normalizeMessages>[0][number]])
  const face = message && toPersonItem(message)
  return face !== undefined && face.kind !== 'meta'
}
