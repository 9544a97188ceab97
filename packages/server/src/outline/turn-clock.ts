/** How long a turn took, told one time after the other; a silence that is no work does not count. */
export interface TurnClock {
  tick(time: string | null): void
  /** What the log itself says of it, which counts. */
  tell(milliseconds: unknown): void
  /** Null where fewer than two times were told. */
  read(): number | null
}

export function createTurnClock(): TurnClock {
  let last: number | undefined
  let sum: number | null = null
  let told: number | null = null
  return {
    tick(time) {
      const now = time === null ? Number.NaN : Date.parse(time)
      if (Number.isNaN(now)) return
      if (last === undefined) last = now
      else {
        const gap = now - last
        sum = (sum ?? 0) + (gap > 0 && gap <= PAUSE_MS ? gap : 0)
        last = Math.max(last, now)
      }
    },
    tell(milliseconds) {
      if (typeof milliseconds === 'number' && Number.isFinite(milliseconds)) told = milliseconds
    },
    read: () => told ?? sum,
  }
}

/** As long a silence is a person or a machine that was away. */
const PAUSE_MS = 30 * 60 * 1000
