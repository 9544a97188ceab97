import { z } from 'zod'
import type {
  AgentTool,
  InputProblem,
  PreparedCall,
  ToolOutcome,
  ToolProgress,
} from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { prepareCall } from '../../tool/prepare-call.ts'
import type { AgentRunner } from '../../tool/session-services.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

/** Hands a task to a subagent. `types` are those that the model is told about. */
export function createTaskTool(types: AgentRunner['types'] = []): AgentTool {
  return defineTool({
    name: 'Task',
    aliases: ['Agent'],
    description: describeTool(types),
    schema: SCHEMA,
    prepare: prepareTask,
  })
}

const SCHEMA = z.object({
  description: z.string().min(1).describe('The task in three to five words'),
  prompt: z.string().min(1).describe('All that the agent has to know: it sees nothing of this conversation'),
  subagent_type: z.string().optional().describe('Which kind of agent; general-purpose unless given'),
  model: z
    .string()
    .optional()
    .describe('Another model than that of this conversation: a name, or sonnet, opus or haiku'),
  run_in_background: z
    .boolean()
    .optional()
    .describe(
      'True: the call is answered at once and the report follows later; false: it waits for the report',
    ),
})

const DEFAULT_TYPE = 'general-purpose'

function describeTool(types: AgentRunner['types']): string {
  const list = types.map(({ name, description }) => `\n- ${name}: ${description}`).join('')
  return `Hands a task to an agent that works on it by itself, with a conversation of its own, and answers once with its report.

Use it for wide searches and for work whose details you need not see. Make several calls in one answer to let agents work side by side. With run_in_background you can go on meanwhile: the report reaches you by itself, so do not wait or ask for it. Tell the agent everything: what to find out or do, where to look, what to report, and whether it may change files. The person does not see its report; say yourself what matters in it.${list && `\n\nKinds of agents (subagent_type):${list}`}`
}

function prepareTask(input: z.infer<typeof SCHEMA>, context: ToolContext): PreparedCall | InputProblem {
  const { agents } = context.services
  if (!agents) return { problem: 'No agent can be started here. Do the task yourself.' }
  const type = findType(agents, input.subagent_type ?? DEFAULT_TYPE)
  if (type === undefined) return { problem: describeUnknownType(agents, input.subagent_type) }
  return prepareCall('Task', {
    input: { ...input, subagent_type: type },
    shown: input,
    access: { kind: 'tool', detail: type },
    isReadOnly: false,
    isConcurrencySafe: true,
    run: () => runAgent(agents, { ...input, type }, context),
  })
}

function findType(agents: AgentRunner, wanted: string): string | undefined {
  const names = agents.types.map(({ name }) => name)
  return (
    names.find(name => name === wanted) ?? names.find(name => name.toLowerCase() === wanted.toLowerCase())
  )
}

function describeUnknownType({ types }: AgentRunner, wanted: string | undefined): string {
  const known = types.map(({ name }) => name).join(', ') || 'none'
  return wanted === undefined
    ? `Task needs a subagent_type. There are: ${known}.`
    : `There is no agent of the type ${JSON.stringify(wanted)}. There are: ${known}.`
}

async function* runAgent(
  agents: AgentRunner,
  task: z.infer<typeof SCHEMA> & { readonly type: string },
  context: ToolContext,
): AsyncGenerator<ToolProgress, ToolOutcome, undefined> {
  const { type, description, prompt, model, run_in_background: isBackground } = task
  const { toolUseId, signal } = context
  if (signal.aborted) return toErrorOutcome('The agent was interrupted before it started.')
  try {
    return yield* agents.run({
      toolUseId,
      type,
      description,
      prompt,
      signal,
      ...(model !== undefined && { model }),
      ...(isBackground !== undefined && { isBackground }),
    })
  } catch (error) {
    return toErrorOutcome(`The agent failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
