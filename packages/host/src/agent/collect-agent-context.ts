import type { MemoryFile } from '@antiphon/core'
import {
  collectMemory,
  collectSessionContext,
  createMemoryFilter,
  type MemoryOptions,
  type SessionContext,
} from '@antiphon/engine'
import type { AgentParts } from './open-agent.ts'
import { toPermissions } from './to-engine-options.ts'

/** What an agent is told without being asked, as far as rules let it read that. */
export function collectAgentContext(parts: AgentParts): Promise<SessionContext> {
  const { model, additionalDirectories } = parts
  return collectSessionContext({
    ...toMemoryOptions(parts),
    ...{ model, additionalDirectories },
    now: () => new Date(),
  })
}

/** The instructions among it, as they are now. */
export async function readAgentMemory(parts: AgentParts): Promise<readonly MemoryFile[]> {
  return (await collectMemory(toMemoryOptions(parts))).files
}

function toMemoryOptions(parts: AgentParts): MemoryOptions {
  const { flags, cwd, home, env } = parts
  return {
    ...{ cwd, home, env },
    ...(flags.settingSources && { sources: flags.settingSources }),
    mayRead: createMemoryFilter({ ...toPermissions(parts), cwd, home }),
  }
}
