import { isFolderTrusted, type ReadSettingsOptions, SETTING_SOURCES } from '@antiphon/engine'
import { homeOf, type Io } from '../io.ts'
import type { AgentFlags } from './agent-flags.ts'
import { isDrivenBySdk } from './choose-session.ts'

type SettingsChoiceOptions = {
  readonly flags: Pick<AgentFlags, 'trust' | 'settingSources' | 'settings'>
  readonly io: Io
  readonly cwd: string
}

/** Which settings count, and whether those of the folder may decide what runs. */
export async function toSettingsChoice({
  flags,
  io,
  cwd,
}: SettingsChoiceOptions): Promise<ReadSettingsOptions> {
  const { env } = io
  const home = homeOf(io)
  const sources = flags.settingSources ?? SETTING_SOURCES
  const hasPerson = home !== undefined || Boolean(env.CLAUDE_CONFIG_DIR)
  const place = { cwd, home: home ?? cwd, env }
  return {
    ...place,
    isTrusted: isTrustedByStart(flags, io) || (hasPerson && (await isFolderTrusted(place))),
    // Without a home the person's files would be looked for in the folder, where they are somebody else's.
    sources: hasPerson ? sources : sources.filter(source => source !== 'user'),
    ...(flags.settings !== undefined && { flag: flags.settings }),
  }
}

/** A program that names its sources through the SDK has chosen them; a person says so. */
function isTrustedByStart({ trust, settingSources }: SettingsChoiceOptions['flags'], io: Io): boolean {
  return trust === true || (settingSources !== undefined && isDrivenBySdk(io))
}
