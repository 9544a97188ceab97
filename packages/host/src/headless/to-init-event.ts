import { randomUUID } from 'node:crypto'
import type { WireInitEvent, WireSlashCommand } from '@antiphon/core/wire'
import type { OpenAgent } from '../agent/open-agent.ts'
import { COMPATIBLE_VERSION } from '../version.ts'

/** What opens a turn: the model, the tools and the place. */
export function toInitEvent(agent: OpenAgent): WireInitEvent {
  const { engine, sessionId } = agent
  const skills = agent.skills.list().map(({ name }) => name)
  return {
    type: 'system',
    subtype: 'init',
    cwd: agent.cwd,
    session_id: sessionId,
    tools: engine.toolNames(),
    mcp_servers: agent.servers.servers
      .status()
      .map(({ name, status, source }) => ({ name, status, ...(source !== undefined && { source }) })),
    model: engine.model(),
    permissionMode: engine.permissions().mode,
    slash_commands: listAnswered(agent).map(({ name }) => name),
    apiKeySource: toKeySource(agent.env),
    claude_code_version: COMPATIBLE_VERSION,
    output_style: 'default',
    agents: agent.agents.map(({ name }) => name),
    skills,
    plugins: [],
    uuid: randomUUID(),
  }
}

/** The commands that are answered without a face, which is what a program on a pipe has not. */
export function listAnswered({ engine }: Pick<OpenAgent, 'engine'>): readonly WireSlashCommand[] {
  return engine.commands().filter(({ kind }) => kind !== 'face')
}

/** Where the key came from, in the words that hosts of Claude Code know; `none` for a token, a cloud and the demo model. */
export function toKeySource(env: Readonly<Record<string, string | undefined>>): string {
  return env.ANTHROPIC_API_KEY ? 'ANTHROPIC_API_KEY' : 'none'
}
