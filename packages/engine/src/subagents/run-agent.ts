import { assertNever } from '@antiphon/contract'
import { createAttachmentMessage, type Message, type UserMessage } from '@antiphon/core'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import type { TaskInfo } from '../agents/task-event.ts'
import { createReadFilter } from '../permissions/create-read-filter.ts'
import { appendSafely } from '../query/append-messages.ts'
import { query } from '../query/query.ts'
import type { QueryContext } from '../query/query-context.ts'
import type { QueryEnd } from '../query/query-event.ts'
import type { Session } from '../session/session.ts'
import { createSkillListing } from '../skills/create-skill-listing.ts'
import { createDeferredToolsNotice } from '../tool/deferred-tools.ts'
import type { AgentTask } from '../tool/session-services.ts'
import { type AgentReport, type AgentStep, type AgentWatch, createAgentWatch } from './agent-watch.ts'
import { createAgentContext } from './create-agent-context.ts'

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

export type AgentFate = { readonly status: 'completed' | 'failed' | 'killed'; readonly error?: string }

/** Lets an agent work, from its prompt to its end; whatever goes wrong inside is its fate and no throw. */
export async function* runAgent(
  session: Session,
  run: AgentRun,
  signal: AbortSignal,
): AsyncGenerator<AgentStep, AgentEnd, undefined> {
  const { info, definition, model } = run
  const context = createAgentContext(session, { definition, agentId: info.taskId, model, signal })
  const watch = createAgentWatch(info, context.now)
  let fate: AgentFate
  try {
    await storePrompt(session, run, context)
    yield { message: run.prompt, progress: null }
    fate = yield* follow(context, watch)
  } catch (error) {
    fate = { status: 'failed', error: error instanceof Error ? error.message : String(error) }
  }
  return {
    ...watch.report(context.conversation.messages()),
    ...(signal.aborted ? { status: 'killed' } : fate),
  }
}

async function storePrompt(
  { options, state }: Session,
  { info, definition, prompt }: AgentRun,
  context: QueryContext,
): Promise<void> {
  const agent = { agentId: info.taskId, agentType: definition.name }
  const started = await options.hooks.onAgentStart?.(agent, context.signal)
  const deferred = createDeferredToolsNotice(context.toolbox, [])
  await appendSafely(context, [
    prompt,
    ...(deferred ? [createAttachmentMessage(deferred)] : []),
    ...listSkills(state, context),
    ...(started?.messages ?? []),
  ])
}

/** An agent that may call skills is told of them, as the conversation is. */
function listSkills(
  { services, permissions }: Session['state'],
  { toolbox }: QueryContext,
): readonly Message[] {
  if (services.skills === null || toolbox.find('Skill') === undefined) return []
  const skills = services.skills.list(createReadFilter('Read', permissions()))
  const listing = createSkillListing(skills, [])
  return listing ? [createAttachmentMessage(listing)] : []
}

async function* follow(
  context: QueryContext,
  watch: AgentWatch,
): AsyncGenerator<AgentStep, AgentFate, undefined> {
  const events = query(context)
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
