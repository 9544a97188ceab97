import type { FollowItem, TranscriptStore } from '../transcript-store.ts'
import { KEY } from './sample-entries.ts'

/** One who follows the log of `KEY` and keeps what it was told. */
export type Follower = {
  readonly until: (isEnough: (items: readonly FollowItem[]) => boolean) => Promise<void>
  readonly stop: () => Promise<readonly FollowItem[]>
}

/** Follows from a position until it is stopped; waits in vain for ten seconds at most. */
export function startFollower(store: TranscriptStore, from?: number): Follower {
  const ending = new AbortController()
  const items: FollowItem[] = []
  const waiting: { isEnough: (items: readonly FollowItem[]) => boolean; done: () => void }[] = []
  const options = from === undefined ? { signal: ending.signal } : { signal: ending.signal, from }
  const running = (async () => {
    for await (const item of store.follow(KEY, options)) {
      items.push(item)
      for (const wait of waiting) if (wait.isEnough(items)) wait.done()
    }
  })()
  return {
    until: isEnough =>
      isEnough(items)
        ? Promise.resolve()
        : new Promise((done, fail) => {
            const timer = setTimeout(
              () => fail(new Error(`waited in vain; got ${JSON.stringify(items)}`)),
              10_000,
            )
            waiting.push({
              isEnough,
              done: () => {
                clearTimeout(timer)
                done()
              },
            })
          }),
    async stop() {
      ending.abort()
      await running
      return items
    },
  }
}
