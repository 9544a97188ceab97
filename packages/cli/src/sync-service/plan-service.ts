import { join } from 'node:path'
import { findStoreKind, ProgramError, STORE_EXAMPLE, STORE_VARIABLE } from '@antiphon/host'
import { formatLaunchAgent, LAUNCH_LABEL } from './format-launch-agent.ts'
import { formatSystemdUnit } from './format-systemd-unit.ts'

/** What has the person's system run `antiphon sync --watch`: a file, and the commands that make it count. */
export type ServicePlan = {
  readonly path: string
  readonly text: string
  readonly install: readonly ServiceCommand[]
  readonly uninstall: readonly ServiceCommand[]
  /** What a person should know of it. */
  readonly hint: string
}

/** A program and its words. */
export type ServiceCommand = readonly [program: string, ...words: string[]]

/** What is started, and with which variables. */
export type ServiceProgram = {
  readonly words: readonly string[]
  readonly variables: readonly (readonly [name: string, value: string])[]
}

export type ServiceSurroundings = {
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string | undefined
  readonly userId: number
  /** How this program was started. */
  readonly program: readonly string[]
  readonly isRedacted: boolean
}

/** Plans a user's service for the system at hand; throws where it has none that is known. */
export function planService(surroundings: ServiceSurroundings): ServicePlan {
  const { platform, env, home, userId } = surroundings
  if (!home) throw new ProgramError('wrong-use', 'There is no home to install a service in. Set HOME.')
  const service: ServiceProgram = {
    words: [...surroundings.program, 'sync', '--watch', ...(surroundings.isRedacted ? ['--redact'] : [])],
    variables: listVariables(env),
  }
  for (const text of [...service.words, ...service.variables.map(([, value]) => value)])
    if (/\p{Cc}/u.test(text))
      throw new ProgramError('wrong-use', `${JSON.stringify(text)} cannot stand in the file of a service.`)
  if (platform === 'linux') return planSystemd(service, env.XDG_CONFIG_HOME || join(home, '.config'))
  if (platform === 'darwin') return planLaunchd(service, home, userId)
  throw new ProgramError(
    'wrong-use',
    `No service is known for ${platform}. Have \`antiphon sync --watch\` started when you log in.`,
  )
}

/** What names the store and the folders; never a password, which everybody could read who may read the file. */
function listVariables(env: ServiceSurroundings['env']): ServiceProgram['variables'] {
  const url = env[STORE_VARIABLE] ?? ''
  const kind = findStoreKind(url)
  if (!kind)
    throw new ProgramError(
      'wrong-use',
      `No store is named. Say --store with ${STORE_EXAMPLE}, or set ${STORE_VARIABLE}.`,
    )
  if (kind.hideSecrets(url) !== url)
    throw new ProgramError(
      'wrong-use',
      `The address of the store holds a password, and the file of a service is no place for one. Put it into ${kind.secretPlace} and leave it out of the address.`,
    )
  return [STORE_VARIABLE, ...kind.variables, ...TAKEN_ALONG].flatMap(name => {
    const value = env[name]
    return value ? [[name, value] as const] : []
  })
}

const TAKEN_ALONG: readonly string[] = ['CLAUDE_CONFIG_DIR', 'ANTIPHON_CONFIG_DIR']

const UNIT = 'antiphon-sync.service'

function planSystemd(service: ServiceProgram, config: string): ServicePlan {
  return {
    path: join(config, 'systemd', 'user', UNIT),
    text: formatSystemdUnit(service),
    install: [
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', '--now', UNIT],
      ['systemctl', '--user', 'restart', UNIT],
    ],
    uninstall: [
      ['systemctl', '--user', 'disable', '--now', UNIT],
      ['systemctl', '--user', 'daemon-reload'],
    ],
    hint: `\`systemctl --user status ${UNIT}\` tells how it is, \`journalctl --user -u ${UNIT}\` what it said. It runs while you are logged in; \`loginctl enable-linger\` has it run always.`,
  }
}

function planLaunchd(service: ServiceProgram, home: string, userId: number): ServicePlan {
  const path = join(home, 'Library', 'LaunchAgents', `${LAUNCH_LABEL}.plist`)
  const domain = `gui/${userId}`
  return {
    path,
    text: formatLaunchAgent(service, join(home, 'Library', 'Logs', `${LAUNCH_LABEL}.log`)),
    install: [['launchctl', 'bootstrap', domain, path]],
    uninstall: [['launchctl', 'bootout', `${domain}/${LAUNCH_LABEL}`]],
    hint: `\`launchctl print ${domain}/${LAUNCH_LABEL}\` tells how it is.`,
  }
}
