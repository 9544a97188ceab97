import { setTimeout } from 'node:timers/promises'
import { MCP_LIMITS } from './mcp-limits.ts'

/** One list at a time and not at once; however often it is asked for meanwhile, one more follows, so that the last word counts. */
export function createRelister(list: () => Promise<void>): () => void {
  let isAsked = false
  let isRunning = false
  let pause = PAUSE_MS
  let lastTime = Number.NEGATIVE_INFINITY

  async function run(): Promise<void> {
    isRunning = true
    while (isAsked) {
      const isQuiet = performance.now() - lastTime > MCP_LIMITS.relistPauseMs
      pause = isQuiet ? PAUSE_MS : Math.min(pause * 2, MCP_LIMITS.relistPauseMs)
      await setTimeout(pause, undefined, { ref: false })
      lastTime = performance.now()
      isAsked = false
      await list()
    }
    isRunning = false
  }

  return () => {
    isAsked = true
    if (!isRunning) void run()
  }
}

/**
 * A server that changes its tools one by one says so each time. One that does not stop is heard less and less often: each
 * change costs the model's cache.
 */
const PAUSE_MS = 100
