import { createInitMessage, type SystemInitMessage } from '@antiphon/core'
import type { QueryEngine } from '@antiphon/engine'
import { COMPATIBLE_VERSION } from '../version.ts'
import type { AgentParts } from './open-agent.ts'

/** What a session begins with each time that it is opened, for its log: who answers, what it can do and where. */
export function toInitMessage(parts: AgentParts, engine: QueryEngine): SystemInitMessage {
  return createInitMessage({
    sessionId: parts.recording.sessionId,
    apiKeySource: parts.keySource,
    cwd: parts.cwd,
    version: COMPATIBLE_VERSION,
    tools: engine.toolNames(),
    mcp_servers: parts.servers.servers.status().map(({ name, status }) => ({ name, status })),
    model: engine.model(),
    permissionMode: engine.permissions().mode,
  })
}
