import { fstatSync, readSync, type Stats, statSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** By what a file is known again. */
export type FileState = {
  readonly inode: number
  readonly size: number
  /** Milliseconds of the epoch. */
  readonly modifiedAt: number
  readonly changedAt: number
}

/** The state of a file that was read, with what it takes to go on from its end. */
export type ReadState = FileState & {
  /** When it was read. */
  readonly readAt: number
  /** Of the last bytes before `size`. */
  readonly tail: number
  /** Behind the last whole line. */
  readonly end: number
}

export function stateOf(file: string | number): FileState {
  const { ino, size, mtimeMs, ctimeMs }: Stats = typeof file === 'number' ? fstatSync(file) : statSync(file)
  return { inode: ino, size, modifiedAt: mtimeMs, changedAt: ctimeMs }
}

/** True if the file is as it was when it was read. One that was written to at that moment may differ unseen. */
export function isUnchanged(now: FileState, read: ReadState): boolean {
  return (
    now.inode === read.inode &&
    now.size === read.size &&
    now.modifiedAt === read.modifiedAt &&
    now.changedAt === read.changedAt &&
    Math.max(read.modifiedAt, read.changedAt) < read.readAt - CLOCK_GRAIN_MS
  )
}

/** False if the file cannot begin with what was read. */
export function mayBeContinued(now: FileState, read: ReadState): boolean {
  return now.inode === read.inode && now.size >= read.size
}

/** True if the open file begins with what was read: it was appended to at most. */
export function isContinued(descriptor: number, now: FileState, read: ReadState): boolean {
  return mayBeContinued(now, read) && checksumTail(descriptor, read.size) === read.tail
}

/** The checksum of the last bytes before `size`; -1 where there are fewer. */
export function checksumTail(descriptor: number, size: number): number {
  const length = Math.min(TAIL_BYTES, size)
  const bytes = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const count = readSync(descriptor, bytes, filled, length - filled, size - length + filled)
    if (count === 0) return -1
    filled += count
  }
  return crc32(bytes)
}

const TAIL_BYTES = 4096
// File systems stamp in steps, some of two seconds.
const CLOCK_GRAIN_MS = 2500
