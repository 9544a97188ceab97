import type { WireSlashCommand } from '@antiphon/core/wire'
import type { OpenAgent } from '../../agent/open-agent.ts'

/** What a person can call by a slash: the engine's registry. */
export function listCommands({ engine }: Pick<OpenAgent, 'engine'>): readonly WireSlashCommand[] {
  return engine.commands()
}
