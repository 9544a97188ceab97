import type { JsonObject } from '@antiphon/contract'
import { toolCallTitle } from '@antiphon/core/ui'
import { resolvePath } from '../../files/resolve-path.ts'
import { IMPOSSIBLE_PATH, resolveToolPath, toDisplayPath } from '../../files/tool-path.ts'
import type { Access } from '../../permissions/access.ts'
import type { InputProblem, PreparedCall, ToolOutcome } from '../../tool/agent-tool.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { runFileWork } from './run-file-work.ts'

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
