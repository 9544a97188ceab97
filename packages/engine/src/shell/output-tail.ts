/** The end of what a command printed, for those who look at it from outside; looking takes nothing away. */
export interface OutputTail {
  write(chunk: Buffer): void
  read(): TailOfOutput
}

export type TailOfOutput = {
  /** As it was printed, escape sequences included. */
  readonly output: string
  /** Of all that was printed. */
  readonly totalBytes: number
  readonly isTruncated: boolean
}

/** Keeps the last bytes only. */
export function createOutputTail(maxBytes: number = MAX_TAIL_BYTES): OutputTail {
  let kept: Buffer = Buffer.alloc(0)
  let totalBytes = 0
  return {
    write(chunk) {
      totalBytes += chunk.length
      kept = Buffer.concat([kept, chunk.subarray(-maxBytes)]).subarray(-maxBytes)
    },
    read() {
      const isTruncated = totalBytes > kept.length
      return { output: withoutTornStart(kept, isTruncated).toString('utf8'), totalBytes, isTruncated }
    },
  }
}

const MAX_TAIL_BYTES = 8 * 1024

/** A character that was cut in two is left out. */
function withoutTornStart(bytes: Buffer, isTruncated: boolean): Buffer {
  if (!isTruncated) return bytes
  const start = bytes.findIndex(byte => (byte & 0xc0) !== 0x80)
  return start > 0 && start < 4 ? bytes.subarray(start) : bytes
}
