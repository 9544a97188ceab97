import type { ChildProcess } from 'node:child_process'
import type { Duplex, Readable, Writable } from 'node:stream'
import type { PermissionState } from '../permissions/permission.ts'
import { findBubblewrap, type SandboxProgram } from './bubblewrap.ts'
import { createDeniedPaths } from './find-denied-paths.ts'
import { SECRET_VARIABLES } from './home-secrets.ts'
import { isExcludedCommand } from './is-excluded-command.ts'
import { listAllowedDomains } from './list-allowed-domains.ts'
import { moveAside } from './move-aside.ts'
import { createNetworkProxy } from './network-proxy.ts'
import { RELAY_DESCRIPTOR, RELAY_PROGRAM, RELAY_VARIABLES } from './network-relay.ts'
import { findWeakness, hasPathRules, type PlanOptions, planSandbox } from './plan-sandbox.ts'
import type { Confine, ConfinedProgram, PlainProgram, Sandbox } from './sandbox.ts'
import { createSandboxFiles } from './sandbox-files.ts'
import type { SandboxLevel } from './sandbox-plan.ts'
import type { SandboxSettings } from './sandbox-settings.ts'
import { toBubblewrapArguments } from './to-bubblewrap-arguments.ts'

export type CreateSandboxOptions = {
  readonly settings: SandboxSettings
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the person keeps settings and logs. */
  readonly personFolder: string
  /** Whether commands run as root; as this process does unless told. */
  readonly isRoot?: boolean
}

/** The sandbox of a session. What the machine can do is looked up when the first command needs it. */
export function createSandbox(options: CreateSandboxOptions): Sandbox {
  const { settings, env, personFolder, isRoot = process.getuid?.() === 0 } = options
  const denied = createDeniedPaths()
  const files = createSandboxFiles()
  let found: Promise<SandboxProgram> | null = null
  let domains: readonly string[] = []
  const proxy = createNetworkProxy(() => ({
    allowedDomains: domains,
    deniedDomains: settings.network.deniedDomains,
  }))
  const findProgram = (): Promise<SandboxProgram> => {
    found ??= findBubblewrap(env, { mayBeWeaker: settings.enableWeakerNestedSandbox })
    return found
  }
  const toPlanOptions = (level: SandboxLevel, state: PermissionState): PlanOptions => ({
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

  function confineWith(
    program: SandboxProgram & { kind: 'bubblewrap' },
    level: SandboxLevel,
    state: PermissionState,
  ): Confine {
    return plain => {
      const planned = plan(level, state)
      if ('problem' in planned) return { problem: explainPlan(planned.problem) }
      domains = listAllowedDomains(settings, state)
      const isProxied = level === 'folder' && domains.length > 0
      const filter = level === 'folder' && !settings.network.allowAllUnixSockets ? files.openFilter() : null
      const refused = new Set<string>()
      const args = toBubblewrapArguments({
        plan: planned,
        cwd: plain.cwd,
        filterDescriptor: filter === null ? null : FILTER_DESCRIPTOR,
        syncDescriptor: SYNC_DESCRIPTOR,
        isNested: program.isNested,
        isRoot,
      })
      const inner = isProxied ? [process.execPath, '-e', RELAY_PROGRAM, plain.file] : [plain.file]
      return {
        file: program.path,
        args: [...args, '--', ...inner, ...plain.args],
        env: level === 'folder' ? insideEnvironment(plain, files.folder(), isProxied) : plain.env,
        streams: [filter ?? 'ignore', isProxied ? 'pipe' : 'ignore', 'pipe'],
        onStart(child) {
          files.close(filter)
          const link = isProxied ? toLink(child) : null
          if (link !== null) proxy.attach(link, host => refused.add(host))
          // What outlives the command may still make what may not be.
          streamAt(child, SYNC_DESCRIPTOR)?.once('close', () => void moveAside(planned.absent))
        },
        isGone: child => isClosed(streamAt(child, SYNC_DESCRIPTOR)),
        onEnd: () => [...moveAside(planned.absent), ...describeRefused([...refused])],
      } satisfies ConfinedProgram
    }
  }

  return {
    settings,
    async choose({ command, wantsOut }, state) {
      const level = chooseLevel({ command, wantsOut, settings, state })
      if (level === null) return null
      const program = await findProgram()
      if (program.kind === 'none')
        return settings.enabled === true && settings.failIfUnavailable
          ? {
              problem: `There is no sandbox: ${program.reason}. Nothing is run without one here; ${program.whatToDo}.`,
            }
          : null
      // Rules that cannot be kept by the system are left to our reader of Bash, who understands less.
      const planned = foresee(level, state)
      if ('problem' in planned) return level === 'rules' ? null : { problem: explainPlan(planned.problem) }
      const { weakness } = planned
      return { level, weakness, temporaryFolder: files.folder(), confine: confineWith(program, level, state) }
    },
    async describe(state) {
      const program = await findProgram()
      const level = chooseLevel({ command: '', wantsOut: false, settings, state })
      return { program, level, settings, plan: level === null ? null : plan(level, state) }
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

// Descriptors follow the three standard streams in the order of `streams`.
const FILTER_DESCRIPTOR = 3
const SYNC_DESCRIPTOR = 5

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
  isProxied: boolean,
): PlainProgram['env'] {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET_VARIABLES.includes(name)))
  return { ...kept, TMPDIR: temporaryFolder, ANTIPHON_SANDBOX: '1', ...(isProxied && RELAY_VARIABLES) }
}

/** Node's types know five streams; there may be more. */
function streamAt(child: ChildProcess, index: number): Readable | Writable | null {
  const streams: readonly (Readable | Writable | null | undefined)[] = child.stdio
  return streams[index] ?? null
}

function isClosed(stream: Readable | Writable | null): Promise<void> {
  if (!stream || stream.destroyed) return Promise.resolve()
  stream.on('error', () => {})
  // Nobody writes there; it has to be read for its end to be seen.
  if ('resume' in stream) stream.resume()
  return new Promise(resolve => stream.once('close', () => resolve()))
}

function toLink(child: ChildProcess): Duplex | null {
  const stream = streamAt(child, RELAY_DESCRIPTOR)
  return stream && 'write' in stream && 'read' in stream ? (stream as Duplex) : null
}

function describeRefused(hosts: readonly string[]): readonly string[] {
  if (hosts.length === 0) return []
  return [
    `The sandbox let nothing through to ${hosts.slice(0, MOST_HOSTS).join(', ')}. Only hosts in sandbox.network.allowedDomains are reached from inside.`,
  ]
}

const MOST_HOSTS = 10
