import type { AgentChoice, AgentId, PersonSettings } from '@antiphon/server/protocol'

/** The agent of the settings where it is there, else the first. */
export function findDefaultAgent(
  agents: readonly AgentChoice[],
  { agent }: Pick<PersonSettings, 'agent'>,
): AgentChoice | undefined {
  return agents.find(({ id }) => id === AGENT_IDS[agent]) ?? agents[0]
}

/** The model of the settings where the agent has it, or where the agent is the one that it was chosen for; else none. */
export function findDefaultModel(
  chosen: AgentChoice | undefined,
  { agent, model }: Pick<PersonSettings, 'agent' | 'model'>,
): string {
  if (!chosen || chosen.id === 'demo') return ''
  const isOffered = chosen.models.some(({ id }) => id === model)
  return isOffered || chosen.id === AGENT_IDS[agent] ? model : ''
}

/** How freely a new chat's agent acts: by the settings, where that is offered; none for the agent's own. */
export function findDefaultMode(
  modes: readonly string[],
  { permissionMode }: Pick<PersonSettings, 'permissionMode'>,
): string {
  return permissionMode !== 'default' && modes.includes(permissionMode) ? permissionMode : ''
}

const AGENT_IDS: Readonly<Record<PersonSettings['agent'], AgentId>> = {
  'claude-code': 'claude',
  antiphon: 'antiphon',
  demo: 'demo',
}
