import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findClaude } from '@antiphon/host'
import { toLogPath, toProjectKey } from '@antiphon/transcript'
import { type Refusal, refuse } from '../guard/refusal.ts'
import { toLogName } from '../logs/to-log-name.ts'
import type { ChatPlan, ChatTask, PlanChatOptions } from './plan-chat.ts'

/** How the installed Claude Code is to be started; refused where there is none, or where it could not find the session. */
export async function planClaude(
  { wish, log, cwd: wanted }: ChatTask,
  { env, home, roots }: PlanChatOptions,
): Promise<Omit<ChatPlan, 'copy'> | Refusal> {
  const claude = await findClaude({ env, home })
  if (!claude) return refuse(422, MISSING)
  const root = toClaudeRoot(env, home)
  if (root === null) return refuse(422, NO_HOME)
  const isFork = wish.fork === true && log !== null
  if (log && !(await isSame(log.root, root))) return refuse(422, ELSEWHERE)
  // It looks for sessions in the folder of the project that it is started in.
  const real = await realpath(wanted).catch(() => wanted)
  const cwd = log ? findProjectFolder(wanted, real, log.key.project) : real
  if (cwd === null) return refuse(422, ELSEWHERE)
  const sessionId = log && !isFork ? log.key.session : randomUUID()
  const path =
    log && !isFork
      ? log.path
      : toLogPath(log?.root ?? root, { project: log?.key.project ?? toProjectKey(cwd), session: sessionId })
  if (!toLogName(path, roots)) return refuse(422, NOT_SHOWN)
  const { openProgramAgent } = await import('@antiphon/host/chat')
  return {
    cwd,
    openAgent: openProgramAgent({
      ...{ id: 'claude', name: 'Claude Code', command: claude.path, cwd, home, env, sessionId, path },
      start: {
        ...(log && { resume: log.key.session }),
        ...(isFork && { isFork }),
        ...((!log || isFork) && { sessionId }),
        ...(wish.model !== undefined && wish.model !== '' && { model: wish.model }),
        ...(wish.permissionMode !== undefined && { permissionMode: wish.permissionMode }),
      },
    }),
  }
}

/** Where Claude Code keeps its sessions; null where neither a variable nor a home says it. */
function toClaudeRoot(env: PlanChatOptions['env'], home: string | undefined): string | null {
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

const MISSING =
  'Claude Code was not found. Install it (npm install -g @anthropic-ai/claude-code) and log in by starting claude in a terminal, or choose another agent.'
const NO_HOME = 'There is no home to look for sessions of Claude Code in. Set HOME or CLAUDE_CONFIG_DIR.'
const ELSEWHERE =
  'Claude Code cannot find this session: it is not among those of the folder that it works in. Continue with Antiphon instead.'
const NOT_SHOWN = 'Claude Code keeps its sessions where this window does not look. Choose another agent.'
