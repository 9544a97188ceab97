import { setTimeout as sleep } from 'node:timers/promises'

export type StartSweepsOptions = {
  readonly sweep: () => Promise<void>
  /** The shortest rest between two sweeps, asked for anew each time. */
  readonly restMs: () => number
}

export interface Sweeps {
  /** Resolves when none runs and none is to come. */
  stop(): Promise<void>
}

/** Sweeps again and again, and rests long enough that it takes no more than a fiftieth of the time. */
export function startSweeps({ sweep, restMs }: StartSweepsOptions): Sweeps {
  const stopping = new AbortController()
  const running = run()
  return {
    stop() {
      stopping.abort()
      return running
    },
  }

  async function run(): Promise<void> {
    let tookMs = 0
    while (await rest(Math.max(restMs(), tookMs * REST_FACTOR), stopping.signal)) {
      const start = performance.now()
      await sweep()
      tookMs = performance.now() - start
    }
  }
}

const REST_FACTOR = 50

/** False when the signal ended it. */
function rest(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal }).catch(() => false)
}
