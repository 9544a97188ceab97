import type { AgentChoice, AgentId, PersonSettings } from '@antiphon/server/protocol'

/** The agent of the settings where it is there, else the first. */
export function findDefaultAgent(
  agents: readonly AgentChoice[],
  { agent }: Pick<PersonSettings, 'agent'>,
): AgentChoice | undefined {
  return agents.find(({ id }) => id === AGENT_IDS[agent]) ?? agents[0]
}

/** The agents that can be chosen, as the server names them. */
export const AGENT_IDS: Readonly<Record<PersonSettings['agent'], AgentId>> = {
  'claude-code': 'claude',
  antiphon: 'antiphon',
  demo: 'demo',
}
