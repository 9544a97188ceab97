import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { findLineEnd, NEWLINE, readAt } from '../logs/read-at.ts'
import { createLongLineEntry, readEnds } from '../logs/read-long-line.ts'
import { createOutlineScan, type OutlineScan } from './outline-scan.ts'

/** Outlines of logs; what was read of one is read once. */
export interface LogOutlines {
  /** The log as it is now. Whoever leaves stops the reading; what was read stays for the next. */
  read(path: string, signal: AbortSignal): Promise<{ readonly scan: OutlineScan; readonly end: number }>
}

export function createLogOutlines(): LogOutlines {
  const known = new Map<string, Promise<Known>>()
  return {
    async read(path, signal) {
      // One after the other: two that ask at once share what the first reads.
      const before = known.get(path)
      const next = (before ?? Promise.resolve(createKnown())).then(state => catchUp({ path, state, signal }))
      known.delete(path)
      known.set(path, next)
      for (const oldest of known.keys()) {
        if (known.size <= MOST_KNOWN) break
        known.delete(oldest)
      }
      const failed = (): void => void (known.get(path) === next && known.delete(path))
      next.catch(failed)
      const { scan, position } = await next
      signal.throwIfAborted()
      return { scan, end: position }
    },
  }
}

const MOST_KNOWN = 6
// Others are served between two: so little that nobody notices.
const BATCH_BYTES = 1 << 16
// As long as those that are read whole elsewhere; no line of any program is longer.
const LONGEST_LINE_BYTES = 1 << 26
const TAIL_BYTES = 64

type Known = {
  readonly scan: OutlineScan
  /** Behind the last whole line that was read. */
  readonly position: number
  readonly inode: number
  /** What stood before the position: another file, or one that was written over, has something else there. */
  readonly tail: Buffer
}

function createKnown(): Known {
  return { scan: createOutlineScan(), position: 0, inode: 0, tail: Buffer.alloc(0) }
}

type CatchUp = { readonly path: string; readonly state: Known; readonly signal: AbortSignal }

async function catchUp({ path, state, signal }: CatchUp): Promise<Known> {
  const file = await open(path)
  try {
    const { size, ino } = await file.stat()
    const goesOn = state.inode === ino && size >= state.position && (await endsAlike(file, state))
    const start = goesOn ? state : createKnown()
    return await readOn({ file, size, signal, state: { ...start, inode: ino } })
  } finally {
    await file.close()
  }
}

async function endsAlike(file: FileHandle, { position, tail }: Known): Promise<boolean> {
  return (await readAt(file, position - tail.length, tail.length)).equals(tail)
}

type ReadOn = {
  readonly file: FileHandle
  readonly size: number
  readonly state: Known
  readonly signal: AbortSignal
}

async function readOn({ file, size, state, signal }: ReadOn): Promise<Known> {
  let { position, tail } = state
  let batch = BATCH_BYTES
  while (position < size && !signal.aborted) {
    const bytes = await readAt(file, position, Math.min(batch, size - position))
    const cut = bytes.lastIndexOf(NEWLINE) + 1
    if (cut === 0) {
      if (bytes.length < batch) break
      if (batch < LONGEST_LINE_BYTES) {
        // A line longer than the batch.
        batch *= 4
        continue
      }
      const next = await findLineEnd(file, { from: position + bytes.length, end: size, signal })
      // One that is still being written is looked at when it is there.
      if (next === null) break
      const place = { seq: position, next }
      state.scan.takeEntry(createLongLineEntry(await readEnds(file, place), place), position)
      position = next
      tail = await readAt(file, next - TAIL_BYTES, TAIL_BYTES)
      batch = BATCH_BYTES
      continue
    }
    batch = BATCH_BYTES
    state.scan.take(bytes.subarray(0, cut), position)
    position += cut
    tail = Buffer.from(bytes.subarray(Math.max(0, cut - TAIL_BYTES), cut))
    await setImmediate()
  }
  return { ...state, position, tail }
}
