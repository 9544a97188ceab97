import { join } from 'node:path'
import { createReadFilter, listProjectFiles, type ReadFilter } from '@antiphon/engine'
import type { Workspace } from './workspace.ts'

/** What suggestions are made of: the folders of a chat, as far as its agent may read them, and its conversation. */
export type ContextSource = {
  readonly workspace: Workspace
  readonly cwd: string
  readonly mayRead: ReadFilter
  /** Aborted when nobody waits any more, or when it took too long. */
  readonly signal: AbortSignal
  readonly listFiles: () => Promise<readonly ProjectFile[]>
}

/** A file of the chat's folders. */
export type ProjectFile = {
  /** Below the chat's folder, else whole. */
  readonly path: string
  readonly fullPath: string
}

/** The files are listed once for all that is asked within a moment: somebody is typing. */
export function createContextSource(workspace: Workspace, signal: AbortSignal): ContextSource {
  const { cwd } = workspace
  const permissions = workspace.permissions()
  const mayRead = createReadFilter('Read', permissions)
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(MAX_MILLISECONDS)])
  return {
    ...{ workspace, cwd, mayRead },
    signal: inTime,
    listFiles() {
      const known = lists.get(workspace)
      if (known && performance.now() - known.at < FRESH_MS) return known.files
      // Whoever asks next wants them, too: only time ends it.
      const files = list({ cwd, mayRead, others: permissions.additionalDirectories })
      lists.set(workspace, { at: performance.now(), files })
      files.catch(() => lists.delete(workspace))
      return files
    },
  }
}

const MAX_MILLISECONDS = 5_000
const FRESH_MS = 3_000
const MAX_FILES = 50_000

const lists = new WeakMap<
  Workspace,
  { readonly at: number; readonly files: Promise<readonly ProjectFile[]> }
>()

type ListOptions = Pick<ContextSource, 'cwd' | 'mayRead'> & { readonly others: readonly string[] }

async function list({ cwd, mayRead, others }: ListOptions): Promise<readonly ProjectFile[]> {
  const files = new Map<string, ProjectFile>()
  const signal = AbortSignal.timeout(MAX_MILLISECONDS)
  for (const root of [cwd, ...others])
    for (const path of await listProjectFiles({ root, mayRead, maxFiles: MAX_FILES, signal })) {
      const fullPath = join(root, path)
      if (!files.has(fullPath)) files.set(fullPath, { path: root === cwd ? path : fullPath, fullPath })
    }
  return [...files.values()]
}
