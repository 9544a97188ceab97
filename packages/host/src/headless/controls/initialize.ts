import type { JsonObject } from '@antiphon/contract'
import type { InitializeResponse } from '@antiphon/core/wire'
import type { OpenAgent } from '../../agent/open-agent.ts'
import { COMPATIBLE_VERSION } from '../../version.ts'
import type { HeadlessSession } from '../headless-session.ts'
import type { HostRequest } from '../host-frame.ts'
import { listAnswered, toKeySource } from '../to-init-event.ts'
import { type Control, readText } from './control.ts'
import { listModels } from './list-models.ts'

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
    commands: listAnswered(agent),
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

/** The kinds of subagents that there are. */
function listAgents({ agents }: Pick<OpenAgent, 'agents'>): InitializeResponse['agents'] {
  return agents.map(({ name, description, model }) => ({
    name,
    description,
    ...(model !== undefined && { model }),
  }))
}

/** The ways of writing that there are; no file adds any here. */
const OUTPUT_STYLES: readonly ['default'] = ['default']

/** Reads skills and commands anew; the model is told of a new skill with the next prompt. */
export const reloadSkills: Control = async ({ agent }) => {
  await Promise.all([agent.skills.refresh(), agent.commands.refresh()])
  const skills = agent.skills.listForPerson()
  return {
    skills: skills.map(({ name, description, argumentHint }) => ({ name, description, argumentHint })),
  }
}

/** There are no plugins here, so that there is nothing to reload; one that is to be added is refused. */
export const reloadPlugins: Control = ({ agent }, request) => {
  if (Array.isArray(request.add_plugins) && request.add_plugins.length > 0)
    throw new Error('reload_plugins adds none of add_plugins: plugins cannot be loaded here')
  return {
    // All of them are JSON.
    commands: listAnswered(agent) as unknown as readonly JsonObject[],
    agents: listAgents(agent) as unknown as readonly JsonObject[],
    mcpServers: agent.servers.servers.status() as unknown as readonly JsonObject[],
    plugins: [],
    error_count: 0,
  }
}

/** The styles that there are; files add none here. */
export const reloadOutputStyles: Control = () => ({ available_output_styles: OUTPUT_STYLES })

/** Names the session, as a person would; a name for another session is refused. */
export const renameSession: Control = async ({ agent, title }, request) => {
  const { session_id: meant } = request
  if (meant !== undefined && meant !== agent.sessionId)
    throw new Error(`rename_session is for session ${String(meant)}; this one is ${agent.sessionId}`)
  return { title: await title.set(readText(request, 'title')) }
}
