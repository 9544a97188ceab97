import { stat } from 'node:fs/promises'
import { release, type as systemName } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type AttachmentMessage, createAttachmentMessage, type EnvironmentAttachment } from '@antiphon/core'
import { openGit } from '../git/open-git.ts'
import { cutText } from '../text/cut-text.ts'
import { collectMemory, formatMemory, type MemoryOptions } from './collect-memory.ts'
import { toLocalDate } from './create-date-change.ts'
import type { MemoryProblem } from './read-memory-file.ts'

type SessionContextOptions = MemoryOptions & {
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

/** The state of the repository when a session starts, as a model reads it; null without a repository or without git. */
export async function collectGitStatus(options: {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}): Promise<string | null> {
  const git = await openGit(options)
  const [branch, base, status, commits] = await Promise.all([
    git('symbolic-ref', '--short', '-q', 'HEAD'),
    git('rev-parse', '--abbrev-ref', 'origin/HEAD'),
    git('status', '--short'),
    git('log', '--oneline', '--no-decorate', '-n', '5'),
  ])
  if (status === null) return null
  return [
    'The repository as it was when the session started; this is not kept up to date.',
    `Branch: ${branch?.trim() || '(detached)'}`,
    ...(base?.trim() ? [`Main branch: ${base.trim().replace(/^origin\//, '')}`] : []),
    `Status:\n${cutText(status.trimEnd(), LONGEST_STATUS) || '(clean)'}`,
    `Recent commits:\n${cutText(commits?.trimEnd() ?? '', LONGEST_LOG) || '(none)'}`,
  ].join('\n\n')
}

const LONGEST_STATUS = 2_000
const LONGEST_LOG = 1_000

/** The context as messages that open a session: stored with it, so that a resume sends the same bytes. */
export function createContextMessages(context: SessionContext): readonly AttachmentMessage[] {
  const { environment, date, model, sections } = context
  return [
    createAttachmentMessage({ type: 'environment', snapshot: environment }),
    createAttachmentMessage({ type: 'date', date }),
    createModelMessage(model),
    ...(Object.keys(sections).length > 0
      ? [createAttachmentMessage({ type: 'session_context', context: sections })]
      : []),
  ]
}

/** Tells the model which one it is. */
export function createModelMessage(model: string): AttachmentMessage {
  return createAttachmentMessage({
    type: 'model',
    identity: { modelId: model },
    text: `You are running as the model ${model}.`,
  })
}
