import { type ReadSettingsOptions, readSettings, type SettingSource, type Settings } from '@antiphon/engine'
import type { AgentTelemetry } from '../telemetry/live/open-agent-telemetry.ts'
import { wantsTelemetry } from '../telemetry/wants-telemetry.ts'
import { COMPATIBLE_VERSION } from '../version.ts'
import type { OpenAgentOptions } from './open-agent.ts'

type TelemetryOptions = Pick<OpenAgentOptions, 'flags' | 'io' | 'entrypoint'> & {
  readonly settingsChoice: ReadSettingsOptions
  readonly settings: Settings
  readonly sessionId: string
}

/**
 * Telemetry where the person's environment or own settings ask for it, else null, and nothing of it is loaded. A repository
 * cannot have told what is said in it, or where to: its settings do not count here, trusted or not.
 */
export async function openTelemetryOf(options: TelemetryOptions): Promise<AgentTelemetry | null> {
  const { io, settings, settingsChoice, flags, sessionId, entrypoint } = options
  if (!wantsTelemetry({ ...io.env, ...settings.env })) return null
  const own = await readSettings({ ...settingsChoice, sources: listOwnSources(settingsChoice) })
  const env = { ...io.env, ...own.settings.env }
  if (!wantsTelemetry(env)) return null
  const { openAgentTelemetry } = await import('../telemetry/live/open-agent-telemetry.ts')
  return openAgentTelemetry({
    env,
    sessionId,
    version: COMPATIBLE_VERSION,
    startType: flags.continue ? 'continue' : flags.resume === undefined ? 'fresh' : 'resume',
    // Lines between those that a terminal draws would be no help to anybody.
    console: entrypoint === TERMINAL ? null : text => void io.stderr.write(text),
  })
}

const TERMINAL = 'antiphon-chat'

function listOwnSources({ sources = ['user', 'flag'] }: ReadSettingsOptions): readonly SettingSource[] {
  return sources.filter(source => source === 'user' || source === 'flag')
}

/** What an agent tells of its calls and of agents that work for it is heard here first. */
export function watchAgent(
  { onTask, onDenied }: Pick<OpenAgentOptions, 'onTask' | 'onDenied'>,
  telemetry: AgentTelemetry,
): Required<Pick<OpenAgentOptions, 'onTask' | 'onDenied'>> {
  return {
    onTask(event, sessionId) {
      telemetry.task(event)
      onTask?.(event, sessionId)
    },
    onDenied(denial, why, sessionId) {
      telemetry.denied(denial, why.by)
      onDenied?.(denial, why, sessionId)
    },
  }
}
