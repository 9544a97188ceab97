import type { Control } from './control.ts'
import { readSettingLayers, toWireErrors } from './read-setting-layers.ts'
import { toPlainSettings } from './to-plain-settings.ts'

/** What holds in this session, and what each source says by itself now. */
export const getSettings: Control = async ({ agent }) => {
  const layers = await readSettingLayers(agent)
  const errors = toWireErrors(layers)
  return {
    effective: toPlainSettings(agent.settings),
    sources: layers.map(({ source, settings }) => ({ source, settings })),
    applied: { model: agent.engine.model(), effort: null },
    ...(errors.length > 0 && { errors }),
  }
}
