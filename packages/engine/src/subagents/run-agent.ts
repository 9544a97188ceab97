import { assertNever } from '@antiphon/contract'
import {
  type AssistantMessage,
  createAttachmentMessage,
  isAssistantMessage,
  type Message,
  type Usage,
  type UserMessage,
} from '@antiphon/core'
import { toolCallTitle } from '@antiphon/core/ui'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import type { TaskInfo, TaskProgressEvent, TaskUsage } from '../agents/task-event.ts'
import { countContextTokens } from '../compaction/context-size.ts'
import { readLastWords } from '../conversation/read-last-words.ts'
import { appendSafely } from '../query/append-messages.ts'
import { query } from '../query/query.ts'
import type { QueryEnd, QueryEvent } from '../query/query-event.ts'
import { createUsageTotals, type UsageTotals } from '../query/usage-totals.ts'
import { listTellableSkills } from '../session/collect-session-news.ts'
import type { Session } from '../session/session.ts'
import type { Turn } from '../session/turn.ts'
import { createSkillListing } from '../skills/create-skill-listing.ts'
import { createDeferredToolsNotice } from '../tool/deferred-tools.ts'
import type { AgentTask } from '../tool/session-services.ts'
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

/** What was said in an agent's conversation, and the progress that it is, if any. */
export type AgentStep = {
  readonly message: UserMessage | AssistantMessage
  readonly progress: TaskProgressEvent | null
}

/** What an agent leaves behind. */
type AgentReport = {
  /** What it said last. */
  readonly text: string
  readonly usage: TaskUsage
  /** That of its last answer. */
  readonly lastUsage: Usage | null
  readonly totals: UsageTotals
}

/** Counts what an agent does. */
interface AgentWatch {
  /** The step that an event is; null for what only the agent's own loop needs. */
  add(event: QueryEvent): AgentStep | null
  report(messages: readonly Message[]): AgentReport
}

/** A watch over an agent that begins now. */
function createAgentWatch(info: TaskInfo, now: () => number): AgentWatch {
  const start = now()
  const totals = createUsageTotals()
  let toolUses = 0
  const usageOf = (messages: readonly Message[]): TaskUsage => ({
    totalTokens: countContextTokens(messages),
    toolUses,
    durationMs: now() - start,
  })
  return {
    add(event) {
      totals.add(event)
      if (event.type !== 'user' && event.type !== 'assistant') return null
      const calls = listCalls(event)
      toolUses += calls.length
      const last = calls.at(-1)
      if (!last) return { message: event, progress: null }
      const activity = toolCallTitle(last.name, last.input)
      const usage = usageOf([event])
      return {
        message: event,
        progress: { ...info, kind: 'progress', activity, lastToolName: last.name, usage },
      }
    },
    report: messages => ({
      text: readLastWords(messages.filter(isSaid)),
      usage: usageOf(messages),
      lastUsage: messages.findLast(isAssistantMessage)?.message.usage ?? null,
      totals: totals.sum(),
    }),
  }
}

function listCalls(message: Message): readonly { readonly name: string; readonly input: unknown }[] {
  return isAssistantMessage(message) ? message.message.content.filter(block => block.type === 'tool_use') : []
}

function isSaid(message: Message): boolean {
  return !isAssistantMessage(message) || message.isApiErrorMessage !== true
}
