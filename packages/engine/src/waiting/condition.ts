/** A condition variable: tells everybody who waits that something changed. */
export interface Condition {
  notify(): void
  /** Resolves at the next change; ask for it before you look, so that none is missed. */
  next(): Promise<void>
}

/** One that nobody waits for yet. */
export function createCondition(): Condition {
  let waiting: (() => void)[] = []
  return {
    notify() {
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    },
    next: () => new Promise(resolve => waiting.push(resolve)),
  }
}
