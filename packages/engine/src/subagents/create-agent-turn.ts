import { resolveModelAlias } from '@antiphon/contract'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import { createConversation } from '../conversation/conversation.ts'
import type { AgentIdentity, EngineHooks } from '../hooks/engine-hooks.ts'
import { matchToolName } from '../permissions/parse-permission-rule.ts'
import { createInbox } from '../session/inbox.ts'
import type { Session } from '../session/session.ts'
import { createTurn, type Turn } from '../session/turn.ts'
import type { AgentTool } from '../tool/agent-tool.ts'
import { createBox } from '../tool/box.ts'
import { createFileMemory } from '../tool/file-memory.ts'
import { createToolbox } from '../tool/toolbox.ts'

/** The model that a subagent speaks to: what the call says, else what its kind says, else that of the conversation. */
export function chooseAgentModel(
  session: Session,
  { definition, model }: { readonly definition: AgentDefinition; readonly model: string | undefined },
): string {
  return resolveModelAlias(model ?? definition.model ?? 'inherit', session.model)
}

type AgentTurnOptions = {
  readonly definition: AgentDefinition
  readonly agentId: string
  readonly model: string
  readonly signal: AbortSignal
}

/** Puts together what a subagent works with: a conversation, tools and a log of its own, the rules of the session. */
export function createAgentTurn(
  session: Session,
  { definition, agentId, model, signal }: AgentTurnOptions,
): Turn {
  const { tools, serverTools } = session.toolbox
  const toolbox = createToolbox(
    tools.filter(tool => mayUse(definition, tool)),
    serverTools.filter(({ name }) => mayUse(definition, { name, aliases: [] })),
  )
  const agent: Session = {
    ...session,
    model,
    toolbox,
    system: definition.systemPrompt,
    hooks: toAgentHooks(session.hooks, { agentId, agentType: definition.name }),
    reminders: [],
    // Whoever watches hears of the call that started the agent.
    summarize: null,
    conversation: createConversation([], {
      tools: toolbox.names,
      target: { model, platform: session.provider.platform },
      toolSearch: session.toolSearch,
    }),
    record: messages => session.recorder.record({ agentId, messages }),
    // What it read, and what the API refused it, is its own.
    files: createFileMemory(),
    compactionFailures: createBox(0),
    bindingBetas: createBox<readonly string[]>([]),
    inbox: createInbox({ record: async () => undefined, now: session.now }),
    takeSnips: () => [],
  }
  return createTurn(agent, { signal, agentId })
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
