import { assertNever } from '@antiphon/contract'
import { createAttachmentMessage, type UserMessage } from '@antiphon/core'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import type { TaskInfo } from '../agents/task-event.ts'
import { appendSafely } from '../query/append-messages.ts'
import { query } from '../query/query.ts'
import type { QueryEnd } from '../query/query-event.ts'
import { listTellableSkills } from '../session/collect-reminders.ts'
import type { Session } from '../session/session.ts'
import type { Turn } from '../session/turn.ts'
import { createSkillListing } from '../skills/create-skill-listing.ts'
import { createDeferredToolsNotice } from '../tool/deferred-tools.ts'
import type { AgentTask } from '../tool/session-services.ts'
import { type AgentReport, type AgentStep, type AgentWatch, createAgentWatch } from './agent-watch.ts'
import { createAgentTurn } from './create-agent-turn.ts'

/** One agent with its task. */
export type AgentRun = {
  readonly info: TaskInfo
  readonly definition: AgentDefinition
  readonly task: Pick<AgentTask, 'prompt'>
  /** The task as the first message of the agent's conversation. */
  readonly prompt: UserMessage
  readonly model: string
}

/** What became of an agent. */
export type AgentEnd = AgentReport & AgentFate

type AgentFate = { readonly status: 'completed' | 'failed' | 'killed'; readonly error?: string }

/** Lets an agent work, from its prompt to its end; whatever goes wrong inside is its fate and no throw. */
export async function* runAgent(
  session: Session,
  run: AgentRun,
  signal: AbortSignal,
): AsyncGenerator<AgentStep, AgentEnd, undefined> {
  const { info, definition, model } = run
  const turn = createAgentTurn(session, { definition, agentId: info.taskId, model, signal })
  const watch = createAgentWatch(info, turn.now)
  let fate: AgentFate
  try {
    await storePrompt(turn, run)
    yield { message: run.prompt, progress: null }
    fate = yield* follow(turn, watch)
  } catch (error) {
    fate = { status: 'failed', error: error instanceof Error ? error.message : String(error) }
  }
  return {
    ...watch.report(turn.conversation.messages()),
    ...(signal.aborted ? { status: 'killed' } : fate),
  }
}

/** An agent that may call skills is told of them, as the conversation is. */
async function storePrompt(turn: Turn, { info, definition, prompt }: AgentRun): Promise<void> {
  const agent = { agentId: info.taskId, agentType: definition.name }
  const started = await turn.hooks.onAgentStart?.(agent, turn.signal)
  const notices = [
    createDeferredToolsNotice(turn.toolbox, []),
    createSkillListing(listTellableSkills(turn), []),
  ].filter(notice => notice !== null)
  await appendSafely(turn, [prompt, ...notices.map(createAttachmentMessage), ...(started?.messages ?? [])])
}

async function* follow(turn: Turn, watch: AgentWatch): AsyncGenerator<AgentStep, AgentFate, undefined> {
  const events = query(turn)
  for (let next = await events.next(); ; next = await events.next()) {
    if (next.done) return toFate(next.value)
    const step = watch.add(next.value)
    if (step) yield step
  }
}

function toFate(end: QueryEnd): AgentFate {
  switch (end.reason) {
    case 'completed':
    case 'max-turns':
    case 'stopped-by-hook':
      return { status: 'completed' }
    case 'failed':
    case 'refused':
    case 'max-budget':
      return { status: 'failed', error: end.detail }
    case 'interrupted':
      return { status: 'killed' }
    default:
      return assertNever(end)
  }
}
