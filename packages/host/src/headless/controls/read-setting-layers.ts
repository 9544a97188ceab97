import type { JsonObject } from '@antiphon/contract'
import { readSettings, SETTING_SOURCES, type SettingSource, type SettingsProblem } from '@antiphon/engine'
import type { OpenAgent } from '../../agent/open-agent.ts'
import { toPlainSettings } from './to-plain-settings.ts'

/** What one source of settings says by itself, as its file stands now. */
export type SettingLayer = {
  readonly source: WireSettingSource
  readonly settings: JsonObject
  readonly rules: Readonly<Record<'allow' | 'deny' | 'ask', readonly string[]>>
  readonly additionalDirectories: readonly string[]
  readonly problems: readonly SettingsProblem[]
}

type WireSettingSource = `${SettingSource}Settings`

/** The sources that count in this session and say something, the weakest first. */
export async function readSettingLayers({
  settingsChoice,
}: Pick<OpenAgent, 'settingsChoice'>): Promise<readonly SettingLayer[]> {
  const layers: SettingLayer[] = []
  for (const source of SETTING_SOURCES) {
    if (settingsChoice.sources?.includes(source) === false) continue
    const { settings, problems } = await readSettings({ ...settingsChoice, sources: [source] })
    const plain = toPlainSettings(settings)
    if (Object.keys(plain).length === 0 && problems.length === 0) continue
    const { additionalDirectories, ...rules } = settings.permissions
    layers.push({ source: `${source}Settings`, settings: plain, rules, additionalDirectories, problems })
  }
  return layers
}

/** Problems as hosts read them. */
export function toWireErrors(layers: readonly SettingLayer[]): readonly JsonObject[] {
  return layers.flatMap(({ problems }) =>
    problems.map(({ file, what, whatToDo }) => ({ file, path: '', message: `${what}; ${whatToDo}` })),
  )
}
