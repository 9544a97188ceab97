/** Wakes one waiter; a ring that nobody waits for is kept, so that none is missed. */
export interface Alarm {
  ring(): void
  /** Resolves at the first ring since the last wait, or when the signal ends. */
  wait(): Promise<void>
}

/** An alarm that no one rang yet. */
export function createAlarm(signal: AbortSignal): Alarm {
  let isRung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      isRung = true
      wake?.()
    },
    async wait() {
      if (!isRung && !signal.aborted) await waitForRing()
      isRung = false
    },
  }

  function waitForRing(): Promise<void> {
    return new Promise(resolve => {
      wake = () => {
        wake = undefined
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      const onAbort = (): void => wake?.()
      signal.addEventListener('abort', onAbort)
    })
  }
}
