import { runInNewContext } from 'node:vm'

/** The lines that a regular expression matches, or why it cannot be used. An expression that never ends is given up. */
export function filterLines(
  text: string,
  pattern: string,
  timeoutMs: number = TIMEOUT_MS,
): { readonly text: string } | { readonly problem: string } {
  try {
    const lines: unknown = runInNewContext(FILTER, { text, pattern }, { timeout: timeoutMs })
    return { text: String(lines) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(readMessage(error))
    return { problem: `The filter ${JSON.stringify(pattern)} cannot be used: ${reason}` }
  }
}

// Another context is the only way to bound the time of an expression.
const FILTER = 'const r = new RegExp(pattern); text.split("\\n").filter(line => r.test(line)).join("\\n")'
const TIMEOUT_MS = 1_000

/** Errors of the other context are not instances of this one's `Error`. */
function readMessage(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'message' in error ? error.message : error
}
