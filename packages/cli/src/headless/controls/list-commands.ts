import type { WireSlashCommand } from '@antiphon/core'
import type { AgentParts } from '../../agent/open-agent.ts'

/** What a person can call by a slash: the skills. */
export function listCommands({ skills }: Pick<AgentParts, 'skills'>): readonly WireSlashCommand[] {
  return skills.list().map(({ name, description }) => ({ name, description, argumentHint: '' }))
}
