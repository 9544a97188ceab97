import { setImmediate, setTimeout } from 'node:timers/promises'

/** How hard work in the background may work. */
export interface Pace {
  /** Lets others have their turn; sleeps so long that only the given share of the time is work. */
  rest(): Promise<void>
}

/** A pace that works `share` of the time, from 0 to 1. */
export function createPace(share: number): Pace {
  let workedSince = performance.now()
  return {
    async rest() {
      const worked = performance.now() - workedSince
      const pause = share >= 1 ? 0 : Math.min(MAX_PAUSE_MS, worked / Math.max(share, MIN_SHARE) - worked)
      if (pause >= 1) await setTimeout(pause)
      else await setImmediate()
      workedSince = performance.now()
    },
  }
}

const MAX_PAUSE_MS = 1000
const MIN_SHARE = 0.01
