import { setTimeout as sleep } from 'node:timers/promises'

/** Wakes one waiter; a ring that nobody waits for is kept, so that none is missed. */
interface Alarm {
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

/**
 * A generator that can be stopped while it waits. A plain one hears `return` only at its next item; here `return` and
 * the outer signal end the signal that the work is given, and with it the wait.
 */
export function createStoppable<Item>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => AsyncGenerator<Item, void, undefined>,
): AsyncGenerator<Item, void, undefined> {
  const stop = new AbortController()
  const items = run()
  const end = items.return.bind(items)
  const fail = items.throw.bind(items)
  return Object.assign(items, {
    return(): ReturnType<typeof end> {
      stop.abort()
      return end()
    },
    throw(error: unknown): ReturnType<typeof fail> {
      stop.abort()
      return fail(error)
    },
  })

  async function* run(): AsyncGenerator<Item, void, undefined> {
    const onAbort = (): void => stop.abort()
    if (signal?.aborted) return
    signal?.addEventListener('abort', onAbort)
    try {
      yield* work(stop.signal)
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }
}

type StartSweepsOptions = {
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
