import { randomBytes } from 'node:crypto'
import { AGENT_ORIGIN, createUserMessage } from '@antiphon/core'
import { type AgentDefinition, GENERAL_PURPOSE_AGENT } from '../agents/agent-definition.ts'
import type { Session } from '../session/session.ts'
import type { AgentRunner, AgentTask } from '../tool/session-services.ts'
import { chooseAgentModel } from './create-agent-turn.ts'
import type { AgentRun } from './run-agent.ts'
import { runAgentInBackground } from './run-agent-in-background.ts'
import { runAgentInForeground } from './run-agent-in-foreground.ts'

/** The session that a subagent belongs to. */
type AgentParent = Session & {
  /** Hears of an agent that was ended while its call waited for it. */
  readonly onKilled?: (agentId: string) => void
}

/** Runs subagents: each with a conversation and a log of its own; they start no agents themselves. */
export function createAgentRunner(parent: AgentParent): AgentRunner {
  const definitions = listAgents(parent.agents)
  return {
    types: definitions.map(({ name, description }) => ({ name, description })),
    async *run(task) {
      const definition = definitions.find(({ name }) => name === task.type)
      if (!definition) return { content: `No agent is called ${task.type}.`, isError: true }
      const run = createRun(parent, { definition, task })
      if (run.info.isBackground) return runAgentInBackground(parent, run)
      return yield* runAgentInForeground(parent, run, task.signal)
    },
  }
}

/** The agents that there are: the one that is always there, unless one of these takes its name, and these. */
export function listAgents(agents: readonly AgentDefinition[] = []): readonly AgentDefinition[] {
  const byName = new Map([GENERAL_PURPOSE_AGENT, ...agents].map(agent => [agent.name, agent]))
  return [...byName.values()]
}

function createRun(
  parent: AgentParent,
  { definition, task }: { readonly definition: AgentDefinition; readonly task: AgentTask },
): AgentRun {
  return {
    info: {
      taskId: randomBytes(4).toString('hex'),
      toolUseId: task.toolUseId,
      description: task.description,
      agentType: definition.name,
      isBackground: task.isBackground ?? parent.agentsInBackground ?? false,
    },
    definition,
    task,
    prompt: createUserMessage({ content: task.prompt, origin: AGENT_ORIGIN }),
    model: chooseAgentModel(parent, { definition, model: task.model }),
  }
}
