import { type JsonObject, toolCallTitle } from '@antiphon/core'
import type { InputProblem, PreparedCall, ToolOutcome } from '../../tool/agent-tool.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { runFileWork } from './run-file-work.ts'
import { IMPOSSIBLE_PATH, resolveToolPath, toDisplayPath } from './tool-path.ts'

export type FileCall<Input> = {
  readonly tool: string
  readonly kind: 'read' | 'write'
  readonly input: Input
  readonly context: ToolContext
  readonly work: (path: string) => Promise<ToolOutcome>
}

/** A call about the one file that its input names: where it is, what it touches, and how a person reads it. */
export function prepareFileCall<Input extends JsonObject & { readonly file_path: string }>(
  call: FileCall<Input>,
): PreparedCall | InputProblem {
  const { tool, kind, input, context, work } = call
  const path = resolveToolPath(input.file_path, context)
  if (path === null) return { problem: IMPOSSIBLE_PATH }
  return {
    input: { ...input, file_path: path },
    access: { kind, paths: [path] },
    isReadOnly: kind === 'read',
    isConcurrencySafe: kind === 'read',
    title: toolCallTitle(tool, { ...input, file_path: toDisplayPath(path, context.cwd) }),
    run: () =>
      runFileWork({ signal: context.signal, path, isReadOnly: kind === 'read', work: () => work(path) }),
  }
}
