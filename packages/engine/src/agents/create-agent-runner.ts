import { randomBytes } from 'node:crypto'
import { createUserMessage, isAssistantMessage, type JsonObject, type Message } from '@antiphon/core'
import { appendSafely } from '../query/append-messages.ts'
import { query } from '../query/query.ts'
import { createConversation } from '../session/conversation.ts'
import { type CreateQueryContextOptions, createQueryContext } from '../session/create-query-context.ts'
import { createInbox } from '../session/inbox.ts'
import type { ToolOutcome, ToolProgress } from '../tool/agent-tool.ts'
import type { AgentRunner, AgentTask } from '../tool/session-services.ts'
import { createToolbox } from '../tool/toolbox.ts'
import { type AgentDefinition, GENERAL_PURPOSE_AGENT } from './agent-definition.ts'
import { toAgentHooks } from './to-agent-hooks.ts'

/** The session that a subagent belongs to. */
export type AgentParent = Pick<CreateQueryContextOptions, 'options' | 'state'> & {
  /** Hears of an agent that was ended before it was done. */
  readonly onKilled?: (agentId: string) => void
}

/** Runs subagents: each with a conversation and a log of its own; they start no agents themselves. */
export function createAgentRunner(parent: AgentParent): AgentRunner {
  const definitions = [GENERAL_PURPOSE_AGENT, ...(parent.options.agents ?? [])]
  return {
    types: definitions.map(({ name, description }) => ({ name, description })),
    async *run(task) {
      const definition = definitions.find(({ name }) => name === task.type)
      if (!definition) return { content: `No agent is called ${task.type}.`, isError: true }
      return yield* runAgent(parent, definition, task)
    },
  }
}

async function* runAgent(
  parent: AgentParent,
  definition: AgentDefinition,
  task: AgentTask,
): AsyncGenerator<ToolProgress, ToolOutcome, undefined> {
  const agentId = randomBytes(4).toString('hex')
  const context = createAgentContext(parent, { definition, task, agentId })
  const prompt = createUserMessage({ content: task.prompt })
  const agent = { agentId, agentType: definition.name }
  const started = await parent.options.hooks?.onAgentStart?.(agent, task.signal)
  await appendSafely(context, [prompt, ...(started?.messages ?? [])])
  yield toProgress(prompt, { agentId, prompt: task.prompt })
  let calls = 0
  for await (const event of query(context)) {
    if (event.type !== 'user' && event.type !== 'assistant') continue
    if (isAssistantMessage(event))
      calls += event.message.content.filter(({ type }) => type === 'tool_use').length
    yield toProgress(event, { agentId, prompt: task.prompt })
  }
  if (task.signal.aborted) parent.onKilled?.(agentId)
  const text = readLastAnswer(context.conversation.messages())
  return {
    content: text === '' ? 'The agent ended without an answer.' : [{ type: 'text', text }],
    data: { status: 'completed', agentId, prompt: task.prompt, totalToolUseCount: calls },
    ...(text === '' && { isError: true }),
  }
}

function createAgentContext(
  { options, state }: AgentParent,
  {
    definition,
    task,
    agentId,
  }: { readonly definition: AgentDefinition; readonly task: AgentTask; readonly agentId: string },
): ReturnType<typeof createQueryContext> {
  const model = task.model ?? definition.model ?? state.model()
  const tools = options.toolbox.tools.filter(
    ({ name }) => !NOT_FOR_AGENTS.has(name) && (definition.tools?.includes(name) ?? true),
  )
  const toolbox = createToolbox(tools)
  const conversation = createConversation([], {
    tools: toolbox.names,
    target: { model, platform: options.provider.platform },
  })
  return createQueryContext({
    options: {
      ...options,
      system: definition.systemPrompt,
      toolbox,
      hooks: toAgentHooks(options.hooks ?? {}, { agentId, agentType: definition.name }),
      reminders: [],
      collectNews: async () => [],
      recorder: {
        ...options.recorder,
        recordTranscript: messages => options.recorder.recordSidechain({ agentId, messages }),
      },
    },
    state: {
      ...state,
      conversation,
      model: () => model,
      inbox: createInbox({ record: async () => undefined, now: Date.now }),
      takeSnips: () => [],
    },
    signal: task.signal,
    agents: null,
    agentId,
  })
}

/** A subagent starts no other, asks nobody, and plans nothing for the person. */
const NOT_FOR_AGENTS: ReadonlySet<string> = new Set([
  'Task',
  'Agent',
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
  'TodoWrite',
  'Snip',
])

function toProgress(
  message: Message,
  { agentId, prompt }: { readonly agentId: string; readonly prompt: string },
): ToolProgress {
  // A message is JSON.
  return { data: { type: 'agent_progress', agentId, prompt, message: message as unknown as JsonObject } }
}

function readLastAnswer(messages: readonly Message[]): string {
  const last = messages.findLast(message => isAssistantMessage(message) && message.isApiErrorMessage !== true)
  if (!last || !isAssistantMessage(last)) return ''
  return last.message.content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n')
}
