/** What sends a model on that calls nothing. */
type GoOnReason = 'paused' | 'cut-off' | 'held-by-hook'

/** Bounds what could go on for ever. */
export interface GoOnLimits {
  /** Counts one more; false where it has happened too often in a row. */
  mayGoOn(reason: GoOnReason): boolean
  /** The model works again. */
  reset(): void
}

/** Begins with nothing counted. */
export function createGoOnLimits(): GoOnLimits {
  let counts: Partial<Record<GoOnReason, number>> = {}
  return {
    mayGoOn(reason) {
      const count = (counts[reason] ?? 0) + 1
      counts = { ...counts, [reason]: count }
      return count <= LIMITS[reason]
    },
    reset() {
      counts = {}
    },
  }
}

/** How often in a row. */
export const LIMITS: Readonly<Record<GoOnReason, number>> = { paused: 10, 'cut-off': 3, 'held-by-hook': 10 }
