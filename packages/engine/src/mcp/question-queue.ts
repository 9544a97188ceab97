import { MCP_LIMITS } from './mcp-limits.ts'

/** Asks the questions of one server one after the other; null for those that are too many to wait. */
export function createQuestionQueue(onTooMany: () => void): <T>(ask: () => Promise<T>) => Promise<T | null> {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async ask => {
    if (waiting >= MCP_LIMITS.questions) {
      onTooMany()
      return null
    }
    waiting += 1
    const asked = last.then(ask)
    last = asked.catch(() => undefined)
    try {
      return await asked
    } finally {
      waiting -= 1
    }
  }
}
