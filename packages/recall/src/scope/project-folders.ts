import { dirname } from 'node:path'
import { type ListedFile, listSessionFiles, readSessionSummary, toProjectKey } from '@antiphon/transcript'

/** A project's folder of logs, and the directory that its sessions worked in. */
export type ToldProject = {
  /** Below a root's `projects`. */
  readonly path: string
  /** As the folder is named. */
  readonly key: string
  readonly directory: string
  /** The newest first. */
  readonly files: readonly ListedFile[]
}

/** Reads which projects there are. What was read of each is remembered, and asked again after some seconds. */
export interface ProjectFolders {
  list(): Promise<readonly ToldProject[]>
}

export function createProjectFolders(roots: readonly string[]): ProjectFolders {
  const directories = new Map<string, string>()
  let listed: { readonly at: number; readonly folders: Promise<readonly ToldProject[]> } | undefined

  async function read(): Promise<readonly ToldProject[]> {
    const { files } = await listSessionFiles(roots)
    const byPath = new Map<string, ListedFile[]>()
    for (const file of files) {
      const path = dirname(file.path)
      const known = byPath.get(path)
      if (known) known.push(file)
      else byPath.set(path, [file])
    }
    const folders: ToldProject[] = []
    for (const [path, own] of byPath) {
      const key = own[0]?.key.project ?? ''
      const directory = directories.get(path) ?? (await findDirectory(key, own))
      directories.set(path, directory)
      folders.push({ path, key, directory, files: own })
    }
    return folders
  }

  return {
    list() {
      if (!listed || performance.now() - listed.at > FRESH_MS)
        listed = { at: performance.now(), folders: read() }
      return listed.folders
    },
  }
}

const FRESH_MS = 2_000
const ASKED = 5

/** The name of a folder is lossy: the sessions in it say where they worked. */
async function findDirectory(key: string, files: readonly ListedFile[]): Promise<string> {
  for (const file of files.slice(0, ASKED)) {
    const summary = await readSessionSummary(file)
    if (summary.kind !== 'problem' && summary.cwd !== undefined && toProjectKey(summary.cwd) === key)
      return summary.cwd
  }
  return key
}
