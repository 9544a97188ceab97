import { closeSync, openSync, readSync } from 'node:fs'

/** A line without its newline. Its bytes are good until the next line is asked for. */
export type SourceLine = { readonly bytes: Buffer; readonly offset: number }

/** Whole lines of a file, good until the next are asked for; the last may lack its newline. */
export type LineBatch = { readonly bytes: Buffer; readonly offset: number }

export type ReadBatchesOptions = {
  readonly path: string
  readonly start: number
  readonly end: number
  /** Leaves out what stands behind the last newline. */
  readonly hasWholeLines?: boolean
}

/** The bytes of a stretch, cut behind newlines. Ends early where the file does; a line longer than 64 MiB is passed over. */
export function* readBatches(options: ReadBatchesOptions): Generator<LineBatch> {
  const { path, start, end, hasWholeLines = false } = options
  const descriptor = openSync(path, 'r')
  try {
    let buffer = Buffer.allocUnsafeSlow(Math.min(BATCH_BYTES, Math.max(1, end - start)))
    let filled = 0
    let offset = start
    let isPassing = false
    for (;;) {
      const wanted = Math.min(buffer.length - filled, end - offset - filled)
      const read = wanted > 0 ? readSync(descriptor, buffer, filled, wanted, offset + filled) : 0
      const isEnd = read === 0
      filled += read
      const cut = isEnd && !hasWholeLines ? filled : buffer.subarray(0, filled).lastIndexOf(NEWLINE) + 1
      const first = isPassing ? buffer.subarray(0, filled).indexOf(NEWLINE) + 1 : 0
      if (cut > first && !(isPassing && first === 0)) {
        yield { bytes: buffer.subarray(first, cut), offset: offset + first }
        isPassing = false
      }
      if (isEnd) return
      buffer.copyWithin(0, cut, filled)
      offset += cut
      filled -= cut
      if (filled < buffer.length) continue
      if (buffer.length < LONGEST_LINE) buffer = Buffer.concat([buffer], buffer.length * 4)
      else {
        offset += filled
        filled = 0
        isPassing = true
      }
    }
  } finally {
    closeSync(descriptor)
  }
}

/** The lines of a batch. */
export function* splitLines({ bytes, offset }: LineBatch): Generator<SourceLine> {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline === -1 ? bytes.length : newline
    if (end > start) yield { bytes: bytes.subarray(start, end), offset: offset + start }
    start = end + 1
  }
}

/** Bytes of a file; fewer where it is shorter. */
export function readAt(path: string, start: number, length: number): Buffer {
  const descriptor = openSync(path, 'r')
  try {
    return readFully(descriptor, start, length)
  } finally {
    closeSync(descriptor)
  }
}

/** Bytes of an open file; fewer where it is shorter. */
export function readFully(descriptor: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  let filled = 0
  while (filled < length) {
    const read = readSync(descriptor, bytes, filled, length - filled, start + filled)
    if (read === 0) break
    filled += read
  }
  return bytes.subarray(0, filled)
}

export const NEWLINE = 0x0a
// Small enough to be worked through in some ten milliseconds.
const BATCH_BYTES = 1 << 18
const LONGEST_LINE = 1 << 26
