import { readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** Room for lines; it grows to the longest. Reused from file to file. */
export type LineMemory = { bytes: Buffer }

export function createLineMemory(): LineMemory {
  return { bytes: Buffer.allocUnsafeSlow(CHUNK_BYTES) }
}

export type ReadLinesOptions = {
  readonly from: number
  readonly size: number
  readonly memory: LineMemory
  readonly signal: AbortSignal | undefined
  /** Told of bytes as they are read. */
  readonly onBytes: (count: number) => void
  /** Takes whole lines; the bytes are overwritten afterwards. */
  readonly onLines: (lines: Buffer) => void
  /** Takes what stands behind the last newline: a whole line, or one that is being written. */
  readonly onRest: (rest: Buffer) => void
  /** Told of a line that is too long for any program that writes them. */
  readonly onTooLong: () => void
}

/** Reads lines in pieces; gives the place behind the last whole line, undefined where the file ends before `size`. */
export async function readLines(descriptor: number, options: ReadLinesOptions): Promise<number | undefined> {
  const { from, size, memory, signal, onBytes, onLines, onRest, onTooLong } = options
  let position = from
  let filled = 0
  let isTooLong = false
  while (position < size) {
    signal?.throwIfAborted()
    if (filled === memory.bytes.length) isTooLong = !grow(memory) || isTooLong
    if (isTooLong) filled = 0
    const wanted = Math.min(memory.bytes.length - filled, size - position)
    const count = readSync(descriptor, memory.bytes, filled, wanted, position)
    if (count === 0) return undefined
    position += count
    onBytes(count)
    const whole = memory.bytes.subarray(0, filled + count)
    const cut = whole.lastIndexOf(NEWLINE) + 1
    if (cut > 0) {
      if (isTooLong) onTooLong()
      onLines(whole.subarray(isTooLong ? whole.indexOf(NEWLINE) + 1 : 0, cut))
      isTooLong = false
      memory.bytes.copyWithin(0, cut, whole.length)
    }
    filled = whole.length - cut
    // Signals are only heard between two turns of the event loop.
    if (position < size) await setImmediate()
  }
  if (isTooLong) {
    onTooLong()
    return position
  }
  onRest(memory.bytes.subarray(0, filled))
  return position - filled
}

// What fits into a processor's cache is searched faster than what does not.
const CHUNK_BYTES = 256 * 1024
// The longest line that anybody reported has five million characters.
const MAX_LINE_BYTES = 128 * 1024 * 1024
const NEWLINE = 0x0a

/** False for a line that is too long. */
function grow(memory: LineMemory): boolean {
  if (memory.bytes.length >= MAX_LINE_BYTES) return false
  const bytes = Buffer.allocUnsafeSlow(memory.bytes.length * 2)
  memory.bytes.copy(bytes)
  memory.bytes = bytes
  return true
}
