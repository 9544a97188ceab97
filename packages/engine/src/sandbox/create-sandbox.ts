import { matchCommandPattern, parseCommandPattern } from '../permissions/command-pattern.ts'
import type { PermissionState } from '../permissions/permission.ts'
import { isPlainPart, listCommandParts } from '../permissions/shell/command-part.ts'
import { formatWords } from '../permissions/shell/command-texts.ts'
import { wordSet } from '../text/word-set.ts'
import { createDeniedPaths } from './find-denied-paths.ts'
import { findSandboxTool } from './find-sandbox-tool.ts'
import { moveAside } from './move-aside.ts'
import { createNetworkProxy } from './network-proxy.ts'
import { findWeakness, hasPathRules, planSandbox, type SandboxPlanOptions } from './plan-sandbox.ts'
import type {
  Confine,
  ConfinedProgram,
  FindSandboxTool,
  MissingTool,
  PlainProgram,
  Sandbox,
  SandboxLevel,
  SandboxTool,
} from './sandbox.ts'
import { createSandboxFiles } from './sandbox-files.ts'
import { listAllowedDomains, type SandboxSettings } from './sandbox-settings.ts'

const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY', 'all_proxy']

export type CreateSandboxOptions = {
  readonly settings: SandboxSettings
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the person keeps settings and logs. */
  readonly personFolder: string
  /** Whether commands run as root; as this process does unless told. */
  readonly isRoot?: boolean
  /** What keeps commands in; looked for by the system unless told. */
  readonly findTool?: FindSandboxTool
}

/** The sandbox of a session. What the machine can do is looked up when the first command needs it. */
export function createSandbox(options: CreateSandboxOptions): Sandbox {
  const { settings, env, personFolder, isRoot = process.getuid?.() === 0 } = options
  const denied = createDeniedPaths()
  const files = createSandboxFiles()
  let found: Promise<SandboxTool | MissingTool> | null = null
  let domains: readonly string[] = []
  const proxy = createNetworkProxy(() => ({
    allowedDomains: domains,
    deniedDomains: settings.network.deniedDomains,
  }))
  const findTool = (): Promise<SandboxTool | MissingTool> => {
    found ??= (options.findTool ?? findSandboxTool)(env, { mayBeWeaker: settings.enableWeakerNestedSandbox })
    return found
  }
  const toPlanOptions = (level: SandboxLevel, state: PermissionState): SandboxPlanOptions => ({
    ...{ level, settings, state, personFolder, temporaryFolder: files.folder(), denied },
  })
  // What could be planned the last time.
  let lately: { readonly level: SandboxLevel; readonly state: PermissionState } | null = null
  const plan = (level: SandboxLevel, state: PermissionState) => {
    const planned = planSandbox(toPlanOptions(level, state))
    lately = 'problem' in planned ? null : { level, state }
    return planned
  }
  // A command is planned when it starts, and refused if that cannot be done any longer: one look is enough then.
  const foresee = (level: SandboxLevel, state: PermissionState) =>
    lately?.level === level && isSameGround(lately.state, state)
      ? { weakness: findWeakness(toPlanOptions(level, state)) }
      : plan(level, state)

  function confineWith(tool: SandboxTool, level: SandboxLevel, state: PermissionState): Confine {
    return plain => {
      const planned = plan(level, state)
      if ('problem' in planned) return { problem: explainPlan(planned.problem) }
      domains = listAllowedDomains(settings, state)
      const refused = new Set<string>()
      const isProxied = level === 'folder' && domains.length > 0
      const network = isProxied ? { proxy, onRefused: (host: string) => void refused.add(host) } : null
      const { allowAllUnixSockets: sockets, allowLocalBinding: ports } = settings.network
      const opens = { sockets, ports }
      const started = tool.confine({ plain, plan: planned, isRoot, opens, files, network })
      const { file, args, streams, onStart, isGone, proxyPort } = started
      return {
        ...{ file, args, streams, onStart, isGone },
        env: level === 'folder' ? insideEnvironment(plain, files.folder(), proxyPort) : plain.env,
        onEnd() {
          started.onEnd()
          return [...moveAside(planned.absent), ...describeRefused([...refused])]
        },
      } satisfies ConfinedProgram
    }
  }

  return {
    settings,
    async choose({ command, wantsOut }, state) {
      const level = chooseLevel({ command, wantsOut, settings, state })
      if (level === null) return null
      const tool = await findTool()
      if (tool.kind === 'none')
        return settings.enabled === true && settings.failIfUnavailable
          ? {
              problem: `There is no sandbox: ${tool.reason}. Nothing is run without one here; ${tool.whatToDo}.`,
            }
          : null
      // Rules that cannot be kept by the system are left to our reader of Bash, who understands less.
      const planned = foresee(level, state)
      if ('problem' in planned) return level === 'rules' ? null : { problem: explainPlan(planned.problem) }
      if (level === 'folder' && listAllowedDomains(settings, state).length > 0)
        await tool.prepareNetwork(proxy)
      const { weakness } = planned
      return { level, weakness, temporaryFolder: files.folder(), confine: confineWith(tool, level, state) }
    },
    async describe(state) {
      const tool = await findTool()
      const level = chooseLevel({ command: '', wantsOut: false, settings, state })
      return { tool, level, settings, plan: level === null ? null : plan(level, state) }
    },
    async close() {
      proxy.close()
      await files.remove()
    },
  }
}

/** Whether the same plan comes of two states, but for what changed in the folders. */
function isSameGround(one: PermissionState, other: PermissionState): boolean {
  return (
    one.rules === other.rules &&
    one.cwd === other.cwd &&
    one.home === other.home &&
    one.additionalDirectories === other.additionalDirectories
  )
}

function explainPlan(problem: string): string {
  return `The command was not run: ${problem}.`
}

function chooseLevel(choice: {
  readonly command: string
  readonly wantsOut: boolean
  readonly settings: SandboxSettings
  readonly state: PermissionState
}): SandboxLevel | null {
  const { command, wantsOut, settings, state } = choice
  if (settings.enabled === false) return null
  const mayLeave =
    (wantsOut && settings.allowUnsandboxedCommands) ||
    isExcludedCommand(command, settings.excludedCommands, state.home)
  if (settings.enabled === true && !mayLeave) return 'folder'
  return hasPathRules(state) ? 'rules' : null
}

function insideEnvironment(
  { env }: PlainProgram,
  temporaryFolder: string,
  proxyPort: number | null,
): PlainProgram['env'] {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET_VARIABLES.has(name)))
  const proxied = proxyPort === null ? {} : toProxyVariables(proxyPort)
  return { ...kept, TMPDIR: temporaryFolder, ANTIPHON_SANDBOX: '1', ...proxied }
}

function describeRefused(hosts: readonly string[]): readonly string[] {
  if (hosts.length === 0) return []
  return [
    `The sandbox let nothing through to ${hosts.slice(0, MOST_HOSTS).join(', ')}. Only hosts in sandbox.network.allowedDomains are reached from inside.`,
  ]
}

const MOST_HOSTS = 10

/** Variables by which programs inside find the proxy at a port of their own machine. */
function toProxyVariables(port: number): Readonly<Record<string, string>> {
  const address = `http://127.0.0.1:${port}`
  return {
    ...Object.fromEntries(NAMES.map(name => [name, address])),
    NO_PROXY: 'localhost,127.0.0.1,::1',
    no_proxy: 'localhost,127.0.0.1,::1',
    NODE_USE_ENV_PROXY: '1',
  }
}

/** Whether everything that a line would run is excluded from the sandbox; a line that is not understood completely stays inside. */
export function isExcludedCommand(command: string, excluded: readonly string[], home: string): boolean {
  if (excluded.length === 0) return false
  const { parts, isPlain } = listCommandParts(command, home)
  const patterns = excluded.map(text => parseCommandPattern(/[*]/.test(text) ? text : `${text}:*`))
  return (
    isPlain &&
    parts.length > 0 &&
    parts.every(
      part =>
        isPlainPart(part) &&
        formatWords(part.words).some(text => patterns.some(pattern => matchCommandPattern(pattern, text))),
    )
  )
}

/** Variables that open other doors. */
const SECRET_VARIABLES = wordSet(
  'ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN CLAUDE_CODE_OAUTH_TOKEN AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN',
  'AWS_BEARER_TOKEN_BEDROCK SSH_AUTH_SOCK',
)
