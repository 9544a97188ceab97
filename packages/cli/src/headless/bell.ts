/** Wakes one who waits. A ring that comes while nobody waits is kept. */
export interface Bell {
  ring(): void
  wait(): Promise<void>
}

/** A bell that has not rung. */
export function createBell(): Bell {
  let hasRung = false
  let wake: (() => void) | null = null
  return {
    ring() {
      hasRung = true
      wake?.()
    },
    async wait() {
      if (!hasRung)
        await new Promise<void>(resolve => {
          wake = resolve
        })
      wake = null
      hasRung = false
    },
  }
}
