import { describeFileError } from '../../files/describe-file-error.ts'
import type { ToolOutcome, ToolProgress } from '../../tool/agent-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'

export type FileWork = {
  readonly signal: AbortSignal
  /** What an error of the operating system is about. */
  readonly path: string
  readonly work: () => Promise<ToolOutcome>
  /** It changes nothing, so that nobody has to wait for a file system that does not answer. */
  readonly isReadOnly: boolean
}

/** Runs the work of a tool that reports no progress: an interrupt or an error of the system is an outcome. */
// biome-ignore lint/correctness/useYield: every call is a generator, also one that has no progress to report.
export async function* runFileWork({
  signal,
  path,
  work,
  isReadOnly,
}: FileWork): AsyncGenerator<ToolProgress, ToolOutcome, undefined> {
  if (signal.aborted) return toErrorOutcome(INTERRUPTED)
  try {
    return await (isReadOnly ? abandonAtAbort(work(), signal) : work())
  } catch (error) {
    return toErrorOutcome(signal.aborted ? INTERRUPTED : describeFileError(error, path))
  }
}

const INTERRUPTED = 'Interrupted before it was done.'

/** Reading some files, such as /proc/kmsg, never ends and cannot be stopped. */
async function abandonAtAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
