import type { SystemInitMessage } from '@antiphon/core'
import {
  type Provider,
  type ReadSettingsOptions,
  readSettings,
  SETTING_SOURCES,
  type SettingSource,
} from '@antiphon/engine'

type FindKeySourceOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly provider: Pick<Provider, 'platform'>
  readonly settingsChoice: ReadSettingsOptions
}

/** Whose key the session asks with, in the words of the log; docs/formats.md has the table. On the wire it is `toKeySource`. */
export async function findKeySource(
  options: FindKeySourceOptions,
): Promise<SystemInitMessage['apiKeySource']> {
  const { env, provider, settingsChoice } = options
  // A cloud's own credentials are its organisation's.
  if (provider.platform !== 'anthropic') return 'org'
  const name = KEYS.find(key => env[key])
  if (name === undefined) return 'temporary'
  const source = await findSettingSource(name, settingsChoice)
  if (source !== undefined) return SOURCES[source]
  return name === 'ANTHROPIC_API_KEY' ? 'user' : 'temporary'
}

const KEYS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'] as const

const SOURCES: Readonly<Record<SettingSource, SystemInitMessage['apiKeySource']>> = {
  user: 'user',
  project: 'project',
  local: 'project',
  flag: 'temporary',
}

/** The strongest settings that set a variable; undefined where it is the environment's own. */
async function findSettingSource(
  name: string,
  choice: ReadSettingsOptions,
): Promise<SettingSource | undefined> {
  for (const source of SETTING_SOURCES.toReversed()) {
    if (choice.sources?.includes(source) === false) continue
    const { settings } = await readSettings({ ...choice, sources: [source] })
    if (settings.env[name]) return source
  }
  return undefined
}
