import type { InitializeResponse } from '@antiphon/core/wire'
import type { OpenAgent } from '../../agent/open-agent.ts'

/** The kinds of subagents that there are. */
export function listAgents({ agents }: Pick<OpenAgent, 'agents'>): InitializeResponse['agents'] {
  return agents.map(({ name, description, model }) => ({
    name,
    description,
    ...(model !== undefined && { model }),
  }))
}
