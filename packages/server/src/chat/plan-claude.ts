import { type Refusal, refuse } from '../guard/refusal.ts'
import { toLogName } from '../logs/to-log-name.ts'
import type { ChatTask, PlanChatOptions, PlannedAgent } from './plan-chat.ts'

/** How the installed Claude Code is to be started; refused where there is none, or where it could not find the session. */
export async function planClaude(
  { wish, log, cwd }: ChatTask,
  { env, home, roots }: PlanChatOptions,
): Promise<PlannedAgent | Refusal> {
  const { CLAUDE_PROBLEMS, openProgramAgent, planClaudeAgent } = await import('@antiphon/host/chat')
  const plan = await planClaudeAgent({
    ...{ log, cwd, home, env },
    isFork: wish.fork === true,
    start: {
      ...(wish.model !== undefined && wish.model !== '' && { model: wish.model }),
      ...(wish.permissionMode !== undefined && { permissionMode: wish.permissionMode }),
    },
  })
  if ('problem' in plan) return refuse(422, CLAUDE_PROBLEMS[plan.problem])
  if (!toLogName(plan.options.path, roots)) return refuse(422, NOT_SHOWN)
  return { cwd: plan.options.cwd, openAgent: openProgramAgent(plan.options) }
}

const NOT_SHOWN = 'Claude Code keeps its sessions where this window does not look. Choose another agent.'
