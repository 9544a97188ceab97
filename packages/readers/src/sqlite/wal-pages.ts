import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** The pages that were written and not yet brought into the database, by their numbers. */
export type WalPages = {
  /** Where each begins in the file. */
  readonly offsets: ReadonlyMap<number, number>
  /** Differs for another generation of the file. */
  readonly generation: string
}

/**
 * Reads which pages a write-ahead log holds: frames of its generation whose checksums hold, up to the last commit. A
 * program that runs has its newest rows there alone.
 */
export function readWal(path: string, pageSize: number): WalPages {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size < HEADER_BYTES) return { offsets: new Map(), generation: '' }
  const descriptor = openSync(path, 'r')
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    readSync(descriptor, header, 0, HEADER_BYTES, 0)
    const magic = header.readUInt32BE(0)
    if ((magic & ~1) >>> 0 !== MAGIC || header.readUInt32BE(8) !== pageSize)
      return { offsets: new Map(), generation: '' }
    const generation = header.toString('hex', 12, 24)
    const isBigEndian = (magic & 1) === 1
    let sum = addChecksum([0, 0], header.subarray(0, 24), isBigEndian)
    const committed = new Map<number, number>()
    const pending = new Map<number, number>()
    const frame = Buffer.allocUnsafe(FRAME_BYTES + pageSize)
    for (let at = HEADER_BYTES; at + frame.length <= size; at += frame.length) {
      if (readSync(descriptor, frame, 0, frame.length, at) < frame.length) break
      if (frame.toString('hex', 8, 16) !== header.toString('hex', 16, 24)) break
      sum = addChecksum(
        addChecksum(sum, frame.subarray(0, 8), isBigEndian),
        frame.subarray(FRAME_BYTES),
        isBigEndian,
      )
      if (sum[0] !== frame.readUInt32BE(16) || sum[1] !== frame.readUInt32BE(20)) break
      pending.set(frame.readUInt32BE(0), at + FRAME_BYTES)
      if (frame.readUInt32BE(4) === 0) continue
      for (const [page, offset] of pending) committed.set(page, offset)
      pending.clear()
    }
    return { offsets: committed, generation }
  } finally {
    closeSync(descriptor)
  }
}

const HEADER_BYTES = 32
const FRAME_BYTES = 24
const MAGIC = 0x377f0682

type Sum = readonly [number, number]

function addChecksum([first, second]: Sum, bytes: Buffer, isBigEndian: boolean): Sum {
  let one = first
  let other = second
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const low = isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)
    const high = isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)
    one = (one + low + other) >>> 0
    other = (other + high + one) >>> 0
  }
  return [one, other]
}
