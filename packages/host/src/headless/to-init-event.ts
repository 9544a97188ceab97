import { randomUUID } from 'node:crypto'
import type { WireInitEvent } from '@antiphon/core/wire'
import type { OpenAgent } from '../agent/open-agent.ts'
import { COMPATIBLE_VERSION } from '../version.ts'

/** What opens a turn: the model, the tools and the place. */
export function toInitEvent({ engine, parts, sessionId }: OpenAgent): WireInitEvent {
  const skills = parts.skills.list().map(({ name }) => name)
  return {
    type: 'system',
    subtype: 'init',
    cwd: parts.cwd,
    session_id: sessionId,
    tools: engine.toolNames(),
    mcp_servers: parts.servers.servers
      .status()
      .map(({ name, status, source }) => ({ name, status, ...(source !== undefined && { source }) })),
    model: engine.model(),
    permissionMode: engine.permissions().mode,
    slash_commands: engine.commands().map(({ name }) => name),
    apiKeySource: toKeySource(parts.env),
    claude_code_version: COMPATIBLE_VERSION,
    output_style: 'default',
    agents: parts.agents.map(({ name }) => name),
    skills,
    plugins: [],
    uuid: randomUUID(),
  }
}

/** Where the key came from, in the words that hosts of Claude Code know; `none` for a token, a cloud and the demo model. */
export function toKeySource(env: Readonly<Record<string, string | undefined>>): string {
  return env.ANTHROPIC_API_KEY ? 'ANTHROPIC_API_KEY' : 'none'
}
