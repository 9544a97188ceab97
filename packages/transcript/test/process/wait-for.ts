import { setTimeout as sleep } from 'node:timers/promises'

/** Looks every few milliseconds whether something has happened; fails after half a minute. */
export async function waitFor(isDone: () => boolean): Promise<void> {
  const end = Date.now() + 30_000
  while (!isDone()) {
    if (Date.now() > end) throw new Error(`waited 30 s in vain for ${isDone}`)
    await sleep(5)
  }
}
