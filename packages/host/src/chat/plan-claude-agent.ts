import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type SessionKey, toLogPath, toProjectKey } from '@antiphon/transcript'
import type { AgentStart } from '../client/agent-arguments.ts'
import { findClaude } from '../client/find-claude.ts'
import type { ProgramAgentOptions } from './program-agent.ts'

export type PlanClaudeOptions = {
  /** The log to go on with; null for a new session. */
  readonly log: { readonly root: string; readonly key: SessionKey; readonly path: string } | null
  /** Goes on in a copy of it. */
  readonly isFork: boolean
  /** The id that a new session gets; any unless told. */
  readonly sessionId?: string
  readonly cwd: string
  readonly home: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly start: Pick<AgentStart, 'model' | 'permissionMode' | 'addFolders'>
}

/** How the installed Claude Code is to be started, or why it cannot be. */
export type ClaudePlan = { readonly options: ProgramAgentOptions } | { readonly problem: ClaudeProblem }

export type ClaudeProblem = keyof typeof CLAUDE_PROBLEMS

/** What to tell a person. */
export const CLAUDE_PROBLEMS = {
  missing:
    'Claude Code was not found. Install it (npm install -g @anthropic-ai/claude-code) and log in by starting claude in a terminal, or choose another agent.',
  'no-home': 'There is no home to look for sessions of Claude Code in. Set HOME or CLAUDE_CONFIG_DIR.',
  elsewhere:
    'Claude Code cannot find this session: it is not among those of the folder that it works in. Continue with Antiphon instead.',
} as const

/** Looks for the program, and for the session where it would look. */
export async function planClaudeAgent(plan: PlanClaudeOptions): Promise<ClaudePlan> {
  const { log, env, home, start } = plan
  const claude = await findClaude({ env, home })
  if (!claude) return { problem: 'missing' }
  const root = toClaudeRoot(env, home)
  if (root === null) return { problem: 'no-home' }
  const isFork = plan.isFork && log !== null
  if (log && !(await isSame(log.root, root))) return { problem: 'elsewhere' }
  // It looks for sessions in the folder of the project that it is started in.
  const real = await realpath(plan.cwd).catch(() => plan.cwd)
  const cwd = log ? findProjectFolder(plan.cwd, real, log.key.project) : real
  if (cwd === null) return { problem: 'elsewhere' }
  const sessionId = log && !isFork ? log.key.session : (plan.sessionId ?? randomUUID())
  const path =
    log && !isFork
      ? log.path
      : toLogPath(log?.root ?? root, { project: log?.key.project ?? toProjectKey(cwd), session: sessionId })
  return {
    options: {
      ...{ id: 'claude', name: 'Claude Code', command: claude.path, version: claude.version },
      ...{ cwd, home, env, sessionId, path },
      start: {
        ...start,
        ...(log && { resume: log.key.session }),
        ...(isFork && { isFork }),
        ...((!log || isFork) && { sessionId }),
      },
    },
  }
}

/** Where Claude Code keeps its sessions; null where neither a variable nor a home says it. */
function toClaudeRoot(env: PlanClaudeOptions['env'], home: string | undefined): string | null {
  if (env.CLAUDE_CONFIG_DIR) return env.CLAUDE_CONFIG_DIR
  return home === undefined ? null : join(home, '.claude')
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(path => realpath(path).catch(() => path)))
  return first === second
}

/** The folder whose project a log belongs to: where its session works, or one above it. */
function findProjectFolder(wanted: string, real: string, project: string): string | null {
  for (const start of [wanted, real])
    for (let folder = start; ; folder = dirname(folder)) {
      if (toProjectKey(folder) === project) return folder
      if (dirname(folder) === folder) break
    }
  return null
}
