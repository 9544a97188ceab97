import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The folder of the repository that holds `cwd`. */
export type ProjectRoot = {
  readonly root: string
  readonly isGitRepo: boolean
  /** Its `.git` is a file that points to another repository. */
  readonly isWorktree: boolean
}

/** Looks upwards for a repository; where there is none, `cwd` itself is the project. */
export async function findProjectRoot(cwd: string): Promise<ProjectRoot> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = await stat(join(folder, '.git')).catch(() => null)
    if (found) return { root: folder, isGitRepo: true, isWorktree: found.isFile() }
    if (dirname(folder) === folder) return { root: cwd, isGitRepo: false, isWorktree: false }
  }
}
