import { setTimeout } from 'node:timers/promises'

/** Lists again when asked to. */
export interface Relister {
  ask(): void
}

/** One list at a time and not at once; however often it is asked for meanwhile, one more follows, so that the last word counts. */
export function createRelister(list: () => Promise<void>): Relister {
  let isAsked = false
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (isAsked) {
      await setTimeout(PAUSE_MS, undefined, { ref: false })
      isAsked = false
      await list()
    }
    isRunning = false
  }

  return {
    ask() {
      isAsked = true
      if (!isRunning) void run()
    },
  }
}

/** A server that changes its tools one by one says so each time; one that answers a list by a change must not keep us busy. */
const PAUSE_MS = 100
