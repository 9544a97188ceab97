/** A queue in which what somebody waits for goes before what is done for all. */
export interface Turns {
  /** Does something when it is its turn. Rejects where the signal aborts before, and where too many wait. */
  take<T>(options: TurnOptions, work: () => Promise<T>): Promise<T>
  /** Refuses all who wait and all who come. */
  close(): void
  /** When nobody is at work any more. */
  done(): Promise<void>
}

export type TurnOptions = {
  /** Whether it comes behind all others. */
  readonly isBehind: boolean
  readonly signal: AbortSignal
}

export type TurnsOptions = {
  readonly most: number
  /** Of those behind the others so many at once; one at least. */
  readonly mostBehind: number
  readonly mostWaiting: number
}

type Waiting = {
  readonly isBehind: boolean
  readonly begin: () => void
  readonly refuse: (error: Error) => void
}

export function createTurns({ most, mostBehind, mostWaiting }: TurnsOptions): Turns {
  let waiting: readonly Waiting[] = []
  const running = new Set<Promise<unknown>>()
  let [taken, takenBehind] = [0, 0]
  let isClosed = false

  function mayBegin(isBehind: boolean): boolean {
    return taken < most && (!isBehind || takenBehind < Math.max(1, mostBehind))
  }

  function leave(one: Waiting): void {
    waiting = waiting.filter(other => other !== one)
  }

  function beginNext(): void {
    const next = [...waiting.filter(one => !one.isBehind), ...waiting.filter(one => one.isBehind)].find(one =>
      mayBegin(one.isBehind),
    )
    if (!next) return
    leave(next)
    count(next.isBehind, 1)
    next.begin()
  }

  function count(isBehind: boolean, change: 1 | -1): void {
    taken += change
    if (isBehind) takenBehind += change
  }

  async function wait({ isBehind, signal }: TurnOptions): Promise<void> {
    signal.throwIfAborted()
    if (isClosed) throw ENDING
    if (mayBegin(isBehind)) return count(isBehind, 1)
    if (waiting.length >= mostWaiting) throw Object.assign(new Error('too many wait'), { code: 'EBUSY' })
    let gone = (): void => {}
    try {
      await new Promise<void>((begin, refuse) => {
        const one: Waiting = { isBehind, begin, refuse }
        gone = () => {
          leave(one)
          refuse(signal.reason)
        }
        signal.addEventListener('abort', gone)
        waiting = [...waiting, one]
      })
    } finally {
      signal.removeEventListener('abort', gone)
    }
  }

  return {
    async take(options, work) {
      await wait(options)
      const done = work()
      running.add(done)
      try {
        return await done
      } finally {
        running.delete(done)
        count(options.isBehind, -1)
        beginNext()
      }
    },
    close() {
      isClosed = true
      for (const { refuse } of waiting) refuse(ENDING)
      waiting = []
    },
    async done() {
      await Promise.allSettled(running)
    },
  }
}

const ENDING = new Error('the server ends')
