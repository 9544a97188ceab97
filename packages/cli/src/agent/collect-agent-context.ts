import { collectSessionContext, createMemoryFilter, type SessionContext } from '@antiphon/engine'
import type { AgentParts } from './open-agent.ts'
import { toPermissions } from './to-engine-options.ts'

/** What an agent is told without being asked, as far as rules let it read that. */
export function collectAgentContext(parts: AgentParts): Promise<SessionContext> {
  const { flags, cwd, home, env, model, additionalDirectories } = parts
  return collectSessionContext({
    ...{ cwd, home, env, model, additionalDirectories },
    ...(flags.settingSources && { sources: flags.settingSources }),
    mayRead: createMemoryFilter({ ...toPermissions(parts), cwd, home }),
    now: () => new Date(),
  })
}
