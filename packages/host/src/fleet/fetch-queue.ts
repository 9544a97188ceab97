import { setTimeout as wait } from 'node:timers/promises'

/** Fetches one thing after the other in the order that it was told last, a few at a time. */
export interface FetchQueue<Item> {
  /** What is to be fetched from now on, instead of what waited before. */
  set(items: readonly Item[]): void
  /** How many wait or are on their way. */
  size(): number
  /** Resolves when nothing is on its way any more. */
  close(): Promise<void>
}

export type FetchQueueOptions<Item> = {
  readonly fetch: (item: Item) => Promise<void>
  readonly onFetched: (item: Item) => void
  /** After a failure whoever fetched it rests for a while. */
  readonly onFailed: (error: unknown) => void
}

/** Nothing waits yet. */
export function createFetchQueue<Item>(options: FetchQueueOptions<Item>): FetchQueue<Item> {
  const { fetch, onFetched, onFailed } = options
  const sleepers = new Set<() => void>()
  const stop = new AbortController()
  let waiting: Item[] = []
  let onTheWay = 0

  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      const [next] = waiting.splice(0, 1)
      if (next === undefined) await new Promise<void>(resolve => void sleepers.add(resolve))
      else await run(next)
    }
  }

  async function run(item: Item): Promise<void> {
    onTheWay += 1
    const failure = await fetch(item).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    onTheWay -= 1
    if (failure === null) return onFetched(item)
    onFailed(failure.error)
    await wait(REST_MS, undefined, { signal: stop.signal }).catch(() => undefined)
  }

  function wake(): void {
    for (const rise of sleepers) rise()
    sleepers.clear()
  }

  const working = Array.from({ length: AT_ONCE }, work)
  return {
    set(items) {
      waiting = [...items]
      wake()
    },
    size: () => waiting.length + onTheWay,
    async close() {
      stop.abort()
      wake()
      await Promise.allSettled(working)
    },
  }
}

const AT_ONCE = 3
const REST_MS = 1000
