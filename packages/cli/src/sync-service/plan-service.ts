import { join } from 'node:path'
import { findStoreKind, ProgramError, STORE_EXAMPLE, STORE_VARIABLE } from '@antiphon/host'
import { formatLaunchAgent, toLaunchLabel } from './format-launch-agent.ts'
import { formatSystemdUnit } from './format-systemd-unit.ts'

/** What has the person's system run `antiphon sync --watch`, or `archive --watch`: a file, and the commands that make it count. */
export type ServicePlan = {
  readonly path: string
  readonly text: string
  readonly install: readonly ServiceCommand[]
  readonly uninstall: readonly ServiceCommand[]
  /** What a person should know of it. */
  readonly hint: string
  /** What it runs, as a person would. */
  readonly command: string
}

/** A program and its words. */
export type ServiceCommand = readonly [program: string, ...words: string[]]

/** What is started, and with which variables. */
export type ServiceProgram = {
  readonly kind: ServiceKind
  readonly words: readonly string[]
  readonly variables: readonly (readonly [name: string, value: string])[]
}

/** Which command of ours is kept running. */
export type ServiceKind = 'sync' | 'archive'

export type ServiceSurroundings = {
  readonly kind: ServiceKind
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
  const { kind, platform, env, home, userId } = surroundings
  if (!home) throw new ProgramError('wrong-use', 'There is no home to install a service in. Set HOME.')
  const service: ServiceProgram = {
    kind,
    words: [...surroundings.program, kind, '--watch', ...(surroundings.isRedacted ? ['--redact'] : [])],
    variables: [...(kind === 'sync' ? listStoreVariables(env) : []), ...take(env, FOLDER_VARIABLES)],
  }
  for (const text of [...service.words, ...service.variables.map(([, value]) => value)])
    if (/\p{Cc}/u.test(text))
      throw new ProgramError('wrong-use', `${JSON.stringify(text)} cannot stand in the file of a service.`)
  if (platform === 'linux') return planSystemd(service, env.XDG_CONFIG_HOME || join(home, '.config'))
  if (platform === 'darwin') return planLaunchd(service, home, userId)
  throw new ProgramError(
    'wrong-use',
    `No service is known for ${platform}. Have \`antiphon ${kind} --watch\` started when you log in.`,
  )
}

/** What names the store and the folders; never a password, which everybody could read who may read the file. */
function listStoreVariables(env: ServiceSurroundings['env']): ServiceProgram['variables'] {
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
  return take(env, [STORE_VARIABLE, ...kind.variables])
}

function take(env: ServiceSurroundings['env'], names: readonly string[]): ServiceProgram['variables'] {
  return names.flatMap(name => {
    const value = env[name]
    return value ? [[name, value] as const] : []
  })
}

const FOLDER_VARIABLES: readonly string[] = ['CLAUDE_CONFIG_DIR', 'ANTIPHON_CONFIG_DIR', 'ANTIPHON_AGENTS']

function planSystemd(service: ServiceProgram, config: string): ServicePlan {
  const unit = `antiphon-${service.kind}.service`
  return {
    command: toCommand(service),
    path: toUnitPath(service.kind, config),
    text: formatSystemdUnit(service),
    install: [
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', '--now', unit],
      ['systemctl', '--user', 'restart', unit],
    ],
    uninstall: [
      ['systemctl', '--user', 'disable', '--now', unit],
      ['systemctl', '--user', 'daemon-reload'],
    ],
    hint: `\`systemctl --user status ${unit}\` tells how it is, \`journalctl --user -u ${unit}\` what it said. It runs while you are logged in; \`loginctl enable-linger\` has it run always.`,
  }
}

function planLaunchd(service: ServiceProgram, home: string, userId: number): ServicePlan {
  const label = toLaunchLabel(service)
  const path = toAgentPath(service.kind, home)
  const domain = `gui/${userId}`
  return {
    command: toCommand(service),
    path,
    text: formatLaunchAgent(service, join(home, 'Library', 'Logs', `${label}.log`)),
    install: [['launchctl', 'bootstrap', domain, path]],
    uninstall: [['launchctl', 'bootout', `${domain}/${label}`]],
    hint: `\`launchctl print ${domain}/${label}\` tells how it is.`,
  }
}

/** Where the file of a service is, whether it is there or not; empty where the system has none that is known. */
export function findService(
  kind: ServiceKind,
  { platform, env, home }: Pick<ServiceSurroundings, 'platform' | 'env' | 'home'>,
): string {
  if (!home) return ''
  if (platform === 'linux') return toUnitPath(kind, env.XDG_CONFIG_HOME || join(home, '.config'))
  return platform === 'darwin' ? toAgentPath(kind, home) : ''
}

function toUnitPath(kind: ServiceKind, config: string): string {
  return join(config, 'systemd', 'user', `antiphon-${kind}.service`)
}

function toAgentPath(kind: ServiceKind, home: string): string {
  return join(home, 'Library', 'LaunchAgents', `${toLaunchLabel({ kind })}.plist`)
}

function toCommand({ kind }: ServiceProgram): string {
  return `antiphon ${kind} --watch`
}
