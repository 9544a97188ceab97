import { stat } from 'node:fs/promises'
import { release, type as systemName } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { EnvironmentAttachment } from '@antiphon/core'
import { collectGitStatus } from './collect-git-status.ts'
import { collectMemory, formatMemory, type MemoryOptions } from './collect-memory.ts'
import { toLocalDate } from './local-date.ts'
import type { MemoryProblem } from './read-memory-file.ts'

export type SessionContextOptions = MemoryOptions & {
  readonly model: string
  readonly additionalDirectories: readonly string[]
  readonly now: () => Date
}

/** What the agent is told without being asked; collected once a session, recorded, and never changed afterwards. */
export type SessionContext = {
  readonly environment: EnvironmentAttachment['snapshot']
  readonly date: string
  readonly model: string
  /** Named texts: the instructions, the state of the repository. */
  readonly sections: Readonly<Record<string, string>>
  /** The files that the instructions came from. */
  readonly memoryPaths: readonly string[]
  readonly problems: readonly MemoryProblem[]
}

/** Looks at everything that there is to tell at the start of a session. */
export async function collectSessionContext(options: SessionContextOptions): Promise<SessionContext> {
  const { cwd, env, model, additionalDirectories, now } = options
  const [project, memory, gitStatus] = await Promise.all([
    findProjectRoot(cwd),
    collectMemory(options),
    collectGitStatus({ cwd, env }),
  ])
  const { isGitRepo, isWorktree } = project
  return {
    environment: {
      workingDirectory: cwd,
      isWorktree,
      isGitRepo,
      additionalWorkingDirectories: additionalDirectories,
      platform: process.platform,
      shell: basename(env.SHELL ?? ''),
      osVersion: `${systemName()} ${release()}`,
    },
    date: toLocalDate(now()),
    model,
    sections: {
      ...(memory.files.length > 0 && { claudeMd: formatMemory(memory.files) }),
      ...(gitStatus !== null && { gitStatus }),
    },
    memoryPaths: memory.files.map(({ path }) => path),
    problems: memory.problems,
  }
}

/** The folder of the repository that holds `cwd`. */
type ProjectRoot = {
  readonly root: string
  readonly isGitRepo: boolean
  /** Its `.git` is a file that points to another repository. */
  readonly isWorktree: boolean
}

/** Looks upwards for a repository; where there is none, `cwd` itself is the project. */
async function findProjectRoot(cwd: string): Promise<ProjectRoot> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = await stat(join(folder, '.git')).catch(() => null)
    if (found) return { root: folder, isGitRepo: true, isWorktree: found.isFile() }
    if (dirname(folder) === folder) return { root: cwd, isGitRepo: false, isWorktree: false }
  }
}
