import { fstatSync, type Stats, statSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { readFully } from '../read-lines.ts'

/** By what a log is known again. */
export type LogState = {
  readonly inode: number
  readonly size: number
  /** Milliseconds of the epoch. */
  readonly modifiedAt: number
  readonly changedAt: number
}

/** The state of a log that was read, with what it takes to go on from its end. */
export type ReadLogState = LogState & {
  /** When it was read. */
  readonly readAt: number
  /** Of what stands before `size`. */
  readonly checksum: number
  /** Behind the last whole line. */
  readonly end: number
}

export function stateOf(file: string | number): LogState {
  const { ino, size, mtimeMs, ctimeMs }: Stats = typeof file === 'number' ? fstatSync(file) : statSync(file)
  return { inode: ino, size, modifiedAt: mtimeMs, changedAt: ctimeMs }
}

/** True if the log is as it was when it was read. One that was written to at that moment may differ unseen. */
export function isUnchanged(now: LogState, read: ReadLogState): boolean {
  return (
    now.inode === read.inode &&
    now.size === read.size &&
    now.modifiedAt === read.modifiedAt &&
    now.changedAt === read.changedAt &&
    Math.max(read.modifiedAt, read.changedAt) < read.readAt - CLOCK_GRAIN_MS
  )
}

/** False if the log cannot begin with what was read. */
export function mayBeContinued(now: LogState, read: ReadLogState): boolean {
  return now.inode === read.inode && now.size >= read.size
}

/** True if the open log begins with what was read: it was appended to at most. */
export function isContinued(descriptor: number, now: LogState, read: ReadLogState): boolean {
  return mayBeContinued(now, read) && checksumBeginning(descriptor, read.size) === read.checksum
}

/**
 * A checksum of both ends of a log's first bytes and of some places between them: tells a log that grew from one that was
 * written anew, and in most cases from one that was edited. -1 where it is shorter.
 */
export function checksumBeginning(descriptor: number, length: number): number {
  const window = Math.min(WINDOW_BYTES, length)
  let checksum = crc32(readFully(descriptor, 0, window))
  for (let sample = 1; sample <= SAMPLES && length > window; sample++) {
    const start = Math.floor((length * sample) / (SAMPLES + 1))
    checksum = crc32(readFully(descriptor, start, Math.min(SAMPLE_BYTES, length - start)), checksum)
  }
  const end = readFully(descriptor, length - window, window)
  return end.length < window ? -1 : crc32(end, checksum)
}

const WINDOW_BYTES = 4096
const SAMPLES = 14
const SAMPLE_BYTES = 256
// File systems stamp in steps, some of two seconds.
const CLOCK_GRAIN_MS = 2500
