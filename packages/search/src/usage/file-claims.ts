/** Gives each of many files to one taker, however many threads take. */
export interface FileClaims {
  /** What other threads need to take from the same files. */
  readonly memory: SharedArrayBuffer
  /** The place of a file that nobody took before; undefined where none is left. */
  take(): number | undefined
  /** Gives out no more. */
  close(): void
}

/** Claims to `count` files, or to those of another thread by the memory that it shares. */
export function createFileClaims(count: number, memory?: SharedArrayBuffer): FileClaims {
  const shared = memory ?? new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const next = new Int32Array(shared)
  return {
    memory: shared,
    take() {
      const place = Atomics.add(next, 0, 1)
      return place < count ? place : undefined
    },
    close: () => void Atomics.store(next, 0, count),
  }
}
