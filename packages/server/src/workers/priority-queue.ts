/** A queue of so many jobs at once, in which what somebody waits for goes before what is done for a whole list. */
export interface PriorityQueue {
  /** Runs a job when it is its turn. Rejects where the signal aborts before, and where too many wait. */
  run<T>(options: RunOptions, work: () => Promise<T>): Promise<T>
  /** Refuses all who wait and all who come. */
  close(): void
  /** When nothing runs any more. */
  done(): Promise<void>
}

export type RunOptions = { readonly priority: Priority; readonly signal: AbortSignal }

export type Priority = 'high' | 'low'

export type PriorityQueueOptions = {
  readonly most: number
  /** So many of low priority at once; one at least. */
  readonly mostLow: number
  readonly mostWaiting: number
}

type Waiting = {
  readonly priority: Priority
  readonly begin: () => void
  readonly refuse: (error: Error) => void
}

export function createPriorityQueue({ most, mostLow, mostWaiting }: PriorityQueueOptions): PriorityQueue {
  const waiting = new Set<Waiting>()
  const running = new Map<Promise<unknown>, Priority>()
  let isClosed = false

  function mayBegin({ priority }: Pick<Waiting, 'priority'>): boolean {
    const low = [...running.values()].filter(other => other === 'low')
    return running.size < most && (priority === 'high' || low.length < Math.max(1, mostLow))
  }

  function beginNext(): void {
    const ready = [...waiting].filter(mayBegin)
    const next = ready.find(({ priority }) => priority === 'high') ?? ready[0]
    next?.begin()
  }

  return {
    async run({ priority, signal }, work) {
      signal.throwIfAborted()
      if (isClosed) throw ENDING
      const isFree = mayBegin({ priority })
      if (!isFree && waiting.size >= mostWaiting)
        throw Object.assign(new Error('too many wait'), { code: 'EBUSY' })
      return new Promise((resolve, reject) => {
        const leave = (): void => job.refuse(signal.reason)
        const stopWaiting = (): void => {
          waiting.delete(job)
          signal.removeEventListener('abort', leave)
        }
        const job: Waiting = {
          priority,
          begin() {
            stopWaiting()
            const done = work().finally(() => {
              running.delete(done)
              beginNext()
            })
            running.set(done, priority)
            done.then(resolve, reject)
          },
          refuse(error) {
            stopWaiting()
            reject(error)
          },
        }
        if (isFree) return job.begin()
        waiting.add(job)
        signal.addEventListener('abort', leave)
      })
    },
    close() {
      isClosed = true
      for (const { refuse } of waiting) refuse(ENDING)
    },
    async done() {
      await Promise.allSettled(running.keys())
    },
  }
}

const ENDING = new Error('the server ends')
