/** Tells everybody who waits that something changed. */
export interface Bell {
  ring(): void
  /** Resolves the next time that it rings. */
  next(): Promise<void>
}

/** A silent bell. */
export function createBell(): Bell {
  let listeners: (() => void)[] = []
  return {
    ring() {
      const heard = listeners
      listeners = []
      for (const listener of heard) listener()
    },
    next: () => new Promise(resolve => listeners.push(resolve)),
  }
}
