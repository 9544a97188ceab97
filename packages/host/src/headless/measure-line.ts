import { encodeWireEvent, type WireEvent } from '@antiphon/core'

/** The bytes of an event's line, if nothing of it is cut. */
export function measureLine(event: WireEvent): number {
  return Buffer.byteLength(encodeWireEvent(event, { maxLineBytes: Number.POSITIVE_INFINITY }))
}
