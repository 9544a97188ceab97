import { stat } from 'node:fs/promises'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import type { FileMemory, KnownFile } from '../../tool/file-memory.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

/** A read of some lines of a file. */
export type LineRead = {
  readonly path: string
  readonly input: { readonly offset?: number | undefined; readonly limit?: number | undefined }
  readonly context: ToolContext
}

export interface UnchangedReads {
  /** Reads, or says that the model has read just this and nothing has changed since. */
  remember(read: LineRead, work: () => Promise<ToolOutcome>): Promise<ToolOutcome>
}

/**
 * Saves the model from the same lines twice. It says so only once: a model that asks again does not see the first
 * result any more, because it was compacted, and gets the lines.
 */
export function createUnchangedReads(): UnchangedReads {
  const shown = new WeakMap<KnownFile, { readonly files: FileMemory; readonly range: string }>()

  async function isUnchanged({ path, input, context }: LineRead): Promise<boolean> {
    const known = context.files.get(path)
    const last = known && shown.get(known)
    if (known === undefined || last === undefined) return false
    if (last.files !== context.files || last.range !== rangeOf(input)) return false
    shown.delete(known)
    return (await stat(path)).mtimeMs === known.modifiedAt
  }

  return {
    async remember(read, work) {
      const { path, context } = read
      if (await isUnchanged(read).catch(() => false)) return unchanged(path)
      const before = context.files.get(path)
      const outcome = await work()
      const known = context.files.get(path)
      if (known !== undefined && known !== before)
        shown.set(known, { files: context.files, range: rangeOf(read.input) })
      return outcome
    },
  }
}

function rangeOf({ offset, limit }: LineRead['input']): string {
  return `${offset ?? 1}:${limit ?? ''}`
}

function unchanged(path: string): ToolOutcome {
  return {
    content: `${path} has not changed since you read it: the earlier result is still right. If you cannot see it any more, read the file again.`,
    data: { type: 'file_unchanged', file: { filePath: path } },
  }
}
