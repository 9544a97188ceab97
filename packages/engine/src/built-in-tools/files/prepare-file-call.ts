import type { JsonObject } from '@antiphon/contract'
import { describeFileError } from '../../files/describe-file-error.ts'
import { resolvePath } from '../../files/resolve-path.ts'
import { IMPOSSIBLE_PATH, resolveToolPath, toDisplayPath } from '../../files/tool-path.ts'
import { untilAborted } from '../../process/wait-at-most.ts'
import type { InputProblem, PreparedCall, ToolOutcome, ToolProgress } from '../../tool/agent-tool.ts'
import { prepareCall } from '../../tool/prepare-call.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

type FileCall = {
  readonly kind: 'read' | 'write'
  readonly input: JsonObject
  /** The field of the input that names the file or folder; without it the working directory is meant. */
  readonly field: string
  readonly context: ToolContext
  /** Why a path will not do. */
  readonly refuse?: (path: string) => string | null
  /** `place` is where the path led when the call was judged: there it is written, or nowhere. */
  readonly work: (path: string, place: string | null) => Promise<ToolOutcome>
}

/** A call about the one file that its input names: where it is, what it touches, and how a person reads it. */
export function prepareFileCall(tool: string, call: FileCall): PreparedCall | InputProblem {
  const { kind, input, field, context, work } = call
  const path = resolveToolPath(`${input[field] ?? context.cwd}`, context)
  if (path === null) return { problem: IMPOSSIBLE_PATH }
  const problem = call.refuse?.(path) ?? null
  if (problem !== null) return { problem }
  const isReadOnly = kind === 'read'
  const isNamed = input[field] !== undefined
  // What is asked about: the path, and where it leads now, since that is where the file will be written.
  const place = resolvePath(path, '/')?.real ?? null
  return prepareCall(tool, {
    input: isNamed ? { ...input, [field]: path } : input,
    shown: isNamed ? { ...input, [field]: toDisplayPath(path, context.cwd) } : input,
    access: { kind, paths: isReadOnly ? [path] : [...new Set([path, place ?? path])] },
    ...{ isReadOnly, isConcurrencySafe: isReadOnly },
    run: () => runFileWork({ signal: context.signal, path, isReadOnly, work: () => work(path, place) }),
  })
}

type FileWork = {
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
    // Reading some files, such as /proc/kmsg, never ends and cannot be stopped.
    return await (isReadOnly ? untilAborted(work(), signal) : work())
  } catch (error) {
    return toErrorOutcome(signal.aborted ? INTERRUPTED : describeFileError(error, path))
  }
}

const INTERRUPTED = 'Interrupted before it was done.'
