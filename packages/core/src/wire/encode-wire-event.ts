import { cutToSize } from './cut-to-size.ts'
import { limitDepth, toJsonText } from './json-text.ts'
import type { WireEvent } from './wire-event.ts'

export type EncodeWireEventOptions = {
  /** Counts the newline. At least 256; less is taken as 256. `Infinity` cuts nothing. */
  readonly maxLineBytes?: number
}

/** The longest line, with its newline, that every reader takes: the Python SDK's dies at 1 MiB. */
export const DEFAULT_MAX_LINE_BYTES: number = 1024 * 1024 - 1
const LEAST_MAX_LINE_BYTES = 256

/**
 * One line of stream-json with its newline, never longer than `maxLineBytes`: an event that would be has
 * its largest strings cut, each with a note of how much is gone. Half surrogate pairs become U+FFFD.
 */
export function encodeWireEvent(event: WireEvent, options: EncodeWireEventOptions = {}): string {
  const limit = Math.max(options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES, LEAST_MAX_LINE_BYTES) - 1
  const text = stringify(event)
  return `${isLonger(text, limit) ? toJsonText(cutToSize(event, limit)) : text}\n`
}

function stringify(event: WireEvent): string {
  try {
    return toJsonText(event)
  } catch {
    // JSON.parse reads deeper nesting than JSON.stringify can write.
    return toJsonText(limitDepth(event))
  }
}

const encoder = new TextEncoder()

function isLonger(text: string, bytes: number): boolean {
  if (text.length > bytes) return true
  return text.length * 3 > bytes && encoder.encode(text).length > bytes
}
