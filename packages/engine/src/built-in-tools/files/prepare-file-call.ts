import type { JsonObject } from '@antiphon/contract'
import { toolCallTitle } from '@antiphon/core/ui'
import { describeFileError } from '../../files/describe-file-error.ts'
import { resolvePath } from '../../files/resolve-path.ts'
import { IMPOSSIBLE_PATH, resolveToolPath, toDisplayPath } from '../../files/tool-path.ts'
import type { Access } from '../../permissions/permission.ts'
import type { InputProblem, PreparedCall, ToolOutcome, ToolProgress } from '../../tool/agent-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

export type FileCall<Input> = {
  readonly tool: string
  readonly kind: 'read' | 'write'
  readonly input: Input
  readonly context: ToolContext
  /** `place` is where the path led when the call was judged: there it is written, or nowhere. */
  readonly work: (path: string, place: string | null) => Promise<ToolOutcome>
}

/** A call about the one file that its input names: where it is, what it touches, and how a person reads it. */
export function prepareFileCall<Input extends JsonObject & { readonly file_path: string }>(
  call: FileCall<Input>,
): PreparedCall | InputProblem {
  const { tool, kind, input, context, work } = call
  const path = resolveToolPath(input.file_path, context)
  if (path === null) return { problem: IMPOSSIBLE_PATH }
  const judged = judgePlace(kind, path)
  return {
    input: { ...input, file_path: path },
    access: judged.access,
    isReadOnly: kind === 'read',
    isConcurrencySafe: kind === 'read',
    title: toolCallTitle(tool, { ...input, file_path: toDisplayPath(path, context.cwd) }),
    run: () =>
      runFileWork({
        signal: context.signal,
        path,
        isReadOnly: kind === 'read',
        work: () => work(path, judged.place),
      }),
  }
}

/** What is asked about: the path, and where it leads now, since that is where the file will be written. */
export function judgePlace(
  kind: 'read' | 'write',
  path: string,
): { readonly access: Access; readonly place: string | null } {
  const place = resolvePath(path, '/')?.real ?? null
  return { access: { kind, paths: kind === 'write' ? [...new Set([path, place ?? path])] : [path] }, place }
}

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
