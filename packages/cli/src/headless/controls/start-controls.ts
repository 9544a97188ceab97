import type { InitializeResponse, JsonObject } from '@antiphon/core'
import { COMPATIBLE_VERSION, readVersion } from '../../version.ts'
import type { HeadlessSession } from '../headless-session.ts'
import { toKeySource } from '../to-init-event.ts'
import type { Controls } from './control.ts'
import { listModels } from './list-models.ts'

/** What this program is. */
export const startControls: Controls = {
  /** Asked again, it is answered again: what it adds to the agent counts the first time. */
  initialize: session => toInitializeResponse(session) as unknown as JsonObject,
  get_binary_version: () => ({ version: COMPATIBLE_VERSION, name: 'antiphon', own_version: readVersion() }),
  list_models: ({ agent }) => ({ models: listModels(agent.parts.model) as unknown as JsonObject[] }),
}

function toInitializeResponse({ agent }: HeadlessSession): InitializeResponse {
  const { engine, parts } = agent
  return {
    commands: parts.skills.list().map(({ name, description }) => ({ name, description, argumentHint: '' })),
    agents: parts.agents.map(({ name, description }) => ({ name, description })),
    output_style: 'default',
    available_output_styles: ['default'],
    models: listModels(parts.model),
    account: { tokenSource: 'none', apiKeySource: toKeySource(parts.env), apiProvider: 'firstParty' },
    pid: process.pid,
    claude_code_version: COMPATIBLE_VERSION,
    current_permission_mode: engine.permissions().mode,
    session_state: 'idle',
    hooks_applied: true,
  }
}
