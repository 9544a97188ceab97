import { resolveModelAlias } from '@antiphon/contract'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import { createConversation } from '../conversation/conversation.ts'
import type { AgentIdentity, EngineHooks } from '../hooks/engine-hooks.ts'
import { matchToolName } from '../permissions/parse-permission-rule.ts'
import { createQueryContext } from '../session/create-query-context.ts'
import { createInbox } from '../session/inbox.ts'
import type { Session } from '../session/session.ts'
import type { AgentTool } from '../tool/agent-tool.ts'
import { createBox } from '../tool/box.ts'
import { createFileMemory } from '../tool/file-memory.ts'
import { createToolbox } from '../tool/toolbox.ts'

export type AgentContextOptions = {
  readonly definition: AgentDefinition
  readonly agentId: string
  readonly model: string
  readonly signal: AbortSignal
}

/** The model that a subagent speaks to: what the call says, else what its kind says, else that of the conversation. */
export function chooseAgentModel(
  { state }: Session,
  { definition, model }: { readonly definition: AgentDefinition; readonly model: string | undefined },
): string {
  return resolveModelAlias(model ?? definition.model ?? 'inherit', state.model())
}

/** Puts together what a subagent works with: a conversation, tools and a log of its own, the rules of the session. */
export function createAgentContext(
  { options, state }: Session,
  { definition, agentId, model, signal }: AgentContextOptions,
): ReturnType<typeof createQueryContext> {
  const { tools, serverTools } = options.toolbox
  const toolbox = createToolbox(
    tools.filter(tool => mayUse(definition, tool)),
    serverTools.filter(({ name }) => mayUse(definition, { name, aliases: [] })),
  )
  const conversation = createConversation([], {
    tools: toolbox.names,
    target: { model, platform: options.provider.platform },
    toolSearch: options.toolSearch,
  })
  return createQueryContext({
    options: {
      ...options,
      system: definition.systemPrompt,
      toolbox,
      hooks: toAgentHooks(options.hooks, { agentId, agentType: definition.name }),
      reminders: [],
      collectNews: async () => [],
      // Whoever watches hears of the call that started the agent.
      summarize: null,
      recorder: {
        ...options.recorder,
        record: ({ messages }) => options.recorder.record({ agentId, messages }),
      },
    },
    state: {
      ...state,
      conversation,
      // What it read, and what the API refused it, is its own.
      files: createFileMemory(),
      compactionFailures: createBox(0),
      bindingBetas: createBox<readonly string[]>([]),
      model: () => model,
      inbox: createInbox({ record: async () => undefined, now: options.now }),
      takeSnips: () => [],
    },
    signal,
    agents: null,
    agentId,
  })
}

function mayUse(
  { tools, disallowedTools = [] }: AgentDefinition,
  tool: Pick<AgentTool, 'name' | 'aliases'>,
): boolean {
  if (NOT_FOR_AGENTS.has(tool.name)) return false
  const names = [tool.name, ...tool.aliases]
  const isAllowed = tools?.some(rule => names.some(name => matchToolName(rule, name, 'allow'))) ?? true
  return isAllowed && !disallowedTools.some(rule => names.some(name => matchToolName(rule, name, 'deny')))
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
  'CronCreate',
  'CronList',
  'CronDelete',
])

/** The hooks of a session as a subagent meets them: it stops as an agent and not as the session. */
function toAgentHooks(hooks: EngineHooks, agent: AgentIdentity): EngineHooks {
  const { onStop: _, onAgentStop, ...rest } = hooks
  return { ...rest, ...(onAgentStop && { onStop: signal => onAgentStop(agent, signal) }) }
}
