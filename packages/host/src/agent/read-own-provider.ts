import {
  chooseProvider,
  type Provider,
  type ReadSettings,
  readSettings,
  SETTING_SOURCES,
} from '@antiphon/engine'
import { homeOf, type Io } from '../io.ts'

/** Whom our own agent would ask, as the environment and the person's own settings say now. */
export type OwnProvider = {
  readonly settings: ReadSettings['settings']
  /** The environment with what the settings add. */
  readonly env: Io['env']
  readonly platform: Provider['platform']
  /** Nobody but the demo model. */
  readonly isDemo: boolean
}

/** Asks the one who decides it; no demo is started. */
export async function readOwnProvider(io: Pick<Io, 'env'>, cwd: string): Promise<OwnProvider> {
  const { settings } = await readSettings({
    ...{ cwd, home: homeOf(io) ?? cwd, env: io.env },
    isTrusted: false,
    sources: SETTING_SOURCES.filter(source => source === 'user'),
  })
  const env = { ...io.env, ...settings.env }
  let isDemo = false
  const { platform } = await chooseProvider({
    env,
    async startDemo() {
      isDemo = true
      return 'http://127.0.0.1'
    },
  })
  return { settings, env, platform, isDemo }
}
