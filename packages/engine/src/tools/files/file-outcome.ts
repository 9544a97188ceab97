import type { ToolOutcome, ToolProgress } from '../../tool/agent-tool.ts'
import { describeFileError } from './describe-file-error.ts'

/** A failed call, in the shape in which the log keeps it. */
export function failure(text: string): ToolOutcome {
  return { content: text, isError: true, data: `Error: ${text}` }
}

export type FileWork = {
  readonly signal: AbortSignal
  /** What an error of the operating system is about. */
  readonly path: string
  readonly work: () => Promise<ToolOutcome>
}

/** Runs the work of a tool that reports no progress: an interrupt or an error of the system is an outcome. */
// biome-ignore lint/correctness/useYield: every call is a generator, also one that has no progress to report.
export async function* runFileWork({
  signal,
  path,
  work,
}: FileWork): AsyncGenerator<ToolProgress, ToolOutcome, undefined> {
  if (signal.aborted) return failure(INTERRUPTED)
  try {
    return await work()
  } catch (error) {
    return failure(signal.aborted ? INTERRUPTED : describeFileError(error, path))
  }
}

const INTERRUPTED = 'Interrupted before it was done.'
