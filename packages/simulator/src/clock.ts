/** The simulator's time: it runs by itself and can be moved, so that a test need not wait for a cache to expire. */
export interface SimulatorClock {
  /** Milliseconds since 1970. */
  now(): number
  advance(milliseconds: number): void
}

/** The wall clock, plus whatever it was advanced by; or a clock that stands still at `start` until it is advanced. */
export function createClock(start?: number): SimulatorClock {
  let offset = 0
  return {
    now: () => (start ?? Date.now()) + offset,
    advance(milliseconds) {
      offset += milliseconds
    },
  }
}
