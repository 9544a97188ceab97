import type { AgentChoice, PersonSettings } from '@antiphon/server/protocol'
import { AGENT_IDS } from '../settings/default-agent.ts'

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
