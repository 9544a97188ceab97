import { isPermissionMode } from '@antiphon/core'
import type { Controls } from './control.ts'
import { readText } from './control.ts'

/** What the agent is and may do from now on. */
export const settingControls: Controls = {
  set_permission_mode({ agent }, request) {
    const mode = readText(request, 'mode')
    if (!isPermissionMode(mode)) throw new Error(`There is no permission mode ${mode}`)
    agent.engine.setPermissionMode(mode)
    return { mode }
  },
  set_model({ agent }, { model }) {
    // None means the model that the session began with.
    agent.engine.setModel(typeof model === 'string' && model !== 'default' ? model : agent.parts.model)
    return {}
  },
  list_permission_rules({ agent }) {
    return { rules: agent.engine.permissions().rules }
  },
  get_settings({ agent }) {
    // Settings came from JSON.
    return { effective: agent.parts.settings.other, sources: [] }
  },
}
