import type { JsonObject } from '@antiphon/contract'
import type { InitializeResponse } from '@antiphon/core/wire'
import { COMPATIBLE_VERSION } from '../../version.ts'
import type { HeadlessSession } from '../headless-session.ts'
import type { HostRequest } from '../host-frame.ts'
import { toKeySource } from '../to-init-event.ts'
import type { Control } from './control.ts'
import { listAgents } from './list-agents.ts'
import { listCommands } from './list-commands.ts'
import { listModels } from './list-models.ts'
import { OUTPUT_STYLES } from './output-styles.ts'

/** What this program can do. Asked again it answers again; what the question adds to the agent counts the first time, a title every time. */
export const initialize: Control = async (session, request) => {
  if (typeof request.title === 'string' && request.title.trim() !== '') await session.title.set(request.title)
  // It is made of JSON.
  return toInitializeResponse(session, request) as unknown as JsonObject
}

function toInitializeResponse(session: HeadlessSession, request: HostRequest): InitializeResponse {
  const { agent, state } = session
  const { engine } = agent
  return {
    commands: listCommands(agent),
    agents: listAgents(agent),
    output_style: OUTPUT_STYLES[0],
    available_output_styles: OUTPUT_STYLES,
    models: listModels(agent.model),
    account: {
      tokenSource: 'none',
      apiKeySource: toKeySource(agent.env),
      apiProvider: API_PROVIDERS[agent.provider.platform],
    },
    pid: process.pid,
    claude_code_version: COMPATIBLE_VERSION,
    current_permission_mode: engine.permissions().mode,
    session_state: state.now(),
    ...(request.hooks !== undefined && { hooks_applied: hasSameHooks(session, request) }),
    ...(Array.isArray(request.plugins) && request.plugins.length > 0 && { plugins_applied: false }),
    ...(request.sdkMcpServerManifests !== undefined && { sdk_mcp_manifests_parked: agent.servers.parked }),
  }
}

const API_PROVIDERS = { anthropic: 'firstParty', bedrock: 'bedrock', vertex: 'vertex' } as const

/** The hooks of the first question hold; those of a later one only if they are the same. */
function hasSameHooks({ initialize: first }: HeadlessSession, { hooks }: HostRequest): boolean {
  return JSON.stringify(first?.hooks) === JSON.stringify(hooks)
}
