import { chooseProvider, readSettings, SETTING_SOURCES } from '@antiphon/engine'
import { homeOf, type Io } from '../../io.ts'

/** Whether our own agent has nobody to ask but the demo model, as the environment and the person's settings say now. */
export async function isWithoutKey(io: Pick<Io, 'env'>, cwd: string): Promise<boolean> {
  const { settings } = await readSettings({
    ...{ cwd, home: homeOf(io) ?? cwd, env: io.env },
    isTrusted: false,
    sources: SETTING_SOURCES.filter(source => source === 'user'),
  })
  let isDemo = false
  await chooseProvider({
    env: { ...io.env, ...settings.env },
    async startDemo() {
      isDemo = true
      return 'http://127.0.0.1'
    },
  })
  return isDemo
}
