import type { ToolOutcome, ToolProgress } from './agent-tool.ts'
import { toErrorOutcome } from './to-error-outcome.ts'

/** The run of a tool that reports nothing on its way; whatever it throws becomes an outcome. */
// biome-ignore lint/correctness/useYield: the interface wants a generator, and this one has nothing to report
export async function* runOnce(
  work: () => ToolOutcome | Promise<ToolOutcome>,
): AsyncGenerator<ToolProgress, ToolOutcome, undefined> {
  try {
    return await work()
  } catch (error) {
    return toErrorOutcome(error instanceof Error ? error.message : String(error))
  }
}
