import { closeSync, constants, openSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** A line without its newline. Its bytes are good until the next line is asked for. */
export type SourceLine = { readonly bytes: Buffer; readonly offset: number }

/** Whole lines of a file, good until the next are asked for; the last may lack its newline. */
export type LineBatch = { readonly bytes: Buffer; readonly offset: number }

/** A batch, and how many bytes before it belong to a line that is too long to be read. */
export type ReadBatch = LineBatch & { readonly passed: number }

export type ReadBatchesOptions = {
  readonly start: number
  readonly end: number
  /** Leaves out what stands behind the last newline. */
  readonly hasWholeLines?: boolean
}

/**
 * The bytes of a stretch of an open file, cut behind newlines; what stands behind the last newline comes alone. Ends early
 * where the file does. A line longer than 64 MiB is passed over: the longest that anybody reported has five million bytes.
 */
export function* readBatches(descriptor: number, options: ReadBatchesOptions): Generator<ReadBatch> {
  const own = spare.pop() ?? Buffer.allocUnsafeSlow(BATCH_BYTES)
  try {
    yield* readInto(own, descriptor, options)
  } finally {
    spare.push(own)
  }
}

/** Room that nobody reads into now: new room costs more than to fill it. */
const spare: Buffer[] = []

function* readInto(
  room: Buffer,
  descriptor: number,
  { start, end, hasWholeLines = false }: ReadBatchesOptions,
): Generator<ReadBatch> {
  let buffer = room
  let [filled, offset, passed] = [0, start, 0]
  for (;;) {
    const wanted = Math.min(buffer.length - filled, end - offset - filled)
    const read = wanted > 0 ? readSync(descriptor, buffer, filled, wanted, offset + filled) : 0
    const isEnd = read === 0
    filled += read
    const bytes = buffer.subarray(0, filled)
    const cut = isEnd && !hasWholeLines ? filled : bytes.lastIndexOf(NEWLINE) + 1
    const first = passed > 0 ? bytes.indexOf(NEWLINE) + 1 || cut : 0
    if (cut > 0 || (isEnd && passed > 0 && !hasWholeLines)) {
      yield {
        bytes: bytes.subarray(first, cut),
        offset: offset + first,
        passed: passed > 0 ? passed + first : 0,
      }
      passed = 0
    }
    if (isEnd) return
    buffer.copyWithin(0, cut, filled)
    offset += cut
    filled -= cut
    if (filled < buffer.length) continue
    if (passed === 0 && buffer.length < LONGEST_LINE) buffer = Buffer.concat([buffer], buffer.length * 4)
    else {
      offset += filled
      passed += filled
      filled = 0
    }
  }
}

/** Shows the batches of a stretch, and lets others have their turn in between. False where the file ends before it. */
export async function visitBatches(
  descriptor: number,
  { signal, ...stretch }: ReadBatchesOptions & { readonly signal?: AbortSignal | undefined },
  onBatch: (batch: ReadBatch) => void,
): Promise<boolean> {
  let position = stretch.start
  for (const batch of readBatches(descriptor, stretch)) {
    onBatch(batch)
    position = batch.offset + batch.bytes.length
    // Signals are only heard between two turns of the event loop.
    if (position < stretch.end) await setImmediate()
    signal?.throwIfAborted()
  }
  return position >= stretch.end
}

/** The batches of a file that is open only meanwhile. */
export function* readFileBatches(path: string, options: ReadBatchesOptions): Generator<ReadBatch> {
  const descriptor = openForReading(path)
  try {
    yield* readBatches(descriptor, options)
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

/** Opens a file; without O_NONBLOCK a pipe would keep us waiting for somebody who writes. */
export function openForReading(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
}

/** Opens a file for as long as it is used. */
export function withFile<Result>(path: string, use: (descriptor: number) => Result): Result {
  const descriptor = openForReading(path)
  try {
    return use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Bytes of a file; fewer where it is shorter. */
export function readAt(path: string, start: number, length: number): Buffer {
  return withFile(path, descriptor => readFully(descriptor, start, length))
}

/** Bytes of an open file, in room of their own unless some is given; fewer where it is shorter. */
export function readFully(
  descriptor: number,
  start: number,
  length: number,
  bytes: Buffer = Buffer.allocUnsafeSlow(length),
): Buffer {
  let filled = 0
  while (filled < length) {
    const read = readSync(descriptor, bytes, filled, length - filled, start + filled)
    if (read === 0) break
    filled += read
  }
  return bytes.subarray(0, filled)
}

export const NEWLINE = 0x0a
// Small enough to be worked through in some ten milliseconds, and to stay in a processor's cache.
const BATCH_BYTES = 1 << 18
const LONGEST_LINE = 1 << 26
