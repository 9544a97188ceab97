import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** What one has to know of a stream to tell that nothing is waiting in it. */
export type ReadState = { readonly isOver: () => boolean; readonly unitsRead: () => number }

/**
 * Resolves when all streams have ended, or, where something that was left running holds them open,
 * when nothing more comes for a moment. Bounded: a process that never stops printing is not waited for.
 */
export async function waitUntilRead(streams: readonly ReadState[]): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = count(streams)
    for (let look = 0; look < LOOKS_PER_ROUND; look += 1) {
      if (streams.every(({ isOver }) => isOver())) return
      await sleep(LOOK_MS)
      // After a pause of this process timers come first: let what has arrived be read before judging.
      await nextTurn()
      await nextTurn()
    }
    if (count(streams) === before) return
  }
}

const LOOK_MS = 10
const LOOKS_PER_ROUND = 10
const MAX_ROUNDS = 10

function count(streams: readonly ReadState[]): number {
  return streams.reduce((sum, { unitsRead }) => sum + unitsRead(), 0)
}
