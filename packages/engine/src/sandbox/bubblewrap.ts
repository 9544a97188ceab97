import type { ChildProcess } from 'node:child_process'
import { lstatSync } from 'node:fs'
import type { Duplex, Readable, Writable } from 'node:stream'
import { findExecutable } from '../files/find-executable.ts'
import { orElse } from '../files/or-else.ts'
import { tryProgram } from '../process/try-program.ts'
import { byDepth, isFreelyWritable, listCovered } from './covered-paths.ts'
import { moveAside } from './move-aside.ts'
import { RELAY_DESCRIPTOR, RELAY_PORT, RELAY_PROGRAM } from './network-relay.ts'
import type {
  FindSandboxTool,
  KeptCommand,
  MissingTool,
  SandboxPlan,
  SandboxTool,
  ToolStart,
} from './sandbox.ts'

/** Looks for bubblewrap and tries it; a container may have it and not let it work. */
export const findBubblewrap: FindSandboxTool = async (env, { mayBeWeaker }) => {
  const path = await findExecutable('bwrap', env)
  if (path === null) return NOT_INSTALLED
  const strong = await tryProgram(path, [...STRONG, ...TRIAL])
  if (strong === null) return toTool({ path, isNested: false })
  if (mayBeWeaker && (await tryProgram(path, [...ROOT, ...TRIAL])) === null)
    return toTool({ path, isNested: true })
  return { kind: 'none', reason: `bubblewrap cannot work here: ${strong}`, whatToDo: NO_NAMESPACES }
}

function toTool(program: { readonly path: string; readonly isNested: boolean }): SandboxTool {
  return {
    kind: 'bubblewrap',
    description: `bubblewrap${program.isNested ? ', weaker, since this is a container: other processes are seen' : ''}`,
    secretsAre: 'Empty',
    // The relay inside and its link are started with each command.
    prepareNetwork: async () => {},
    confine: command => confineByBubblewrap(program, command),
  }
}

const NOT_INSTALLED: MissingTool = {
  kind: 'none',
  reason: 'bubblewrap is not installed',
  whatToDo: 'install it (`sudo apt-get install bubblewrap`, `sudo dnf install bubblewrap`)',
}

const NO_NAMESPACES =
  'the system forbids user namespaces: allow them (on Ubuntu an AppArmor profile for bwrap, in a container --security-opt seccomp=unconfined or "enableWeakerNestedSandbox": true)'

const ROOT = ['--ro-bind', '/', '/', '--dev', '/dev', '--unshare-net', '--unshare-ipc']
const STRONG = [...ROOT, '--unshare-pid', '--proc', '/proc']
const TRIAL = ['--', '/bin/sh', '-c', ':']

/** Starts a command in namespaces of its own, with the relay of its network where it may reach hosts. */
function confineByBubblewrap(
  program: { readonly path: string; readonly isNested: boolean },
  { plain, plan, isRoot, opens, files, network }: KeptCommand,
): ToolStart {
  const filter = plan.level === 'folder' && !opens.sockets ? files.openFilter() : null
  const args = toBubblewrapArguments({
    plan,
    cwd: plain.cwd,
    filterDescriptor: filter === null ? null : FILTER_DESCRIPTOR,
    syncDescriptor: SYNC_DESCRIPTOR,
    isNested: program.isNested,
    isRoot,
  })
  const inner = network === null ? [plain.file] : [process.execPath, '-e', RELAY_PROGRAM, plain.file]
  return {
    file: program.path,
    args: [...args, '--', ...inner, ...plain.args],
    streams: [filter ?? 'ignore', network === null ? 'ignore' : 'pipe', 'pipe'],
    proxyPort: network === null ? null : RELAY_PORT,
    onStart(child) {
      files.close(filter)
      const link = network === null ? null : toLink(child)
      if (link !== null) network?.proxy.attach(link, network.onRefused)
      // What outlives the command may still make what may not be.
      streamAt(child, SYNC_DESCRIPTOR)?.once('close', () => void moveAside(plan.absent))
    },
    isGone: child => isClosed(streamAt(child, SYNC_DESCRIPTOR)),
    onEnd: () => {},
  }
}

// Descriptors follow the three standard streams in the order of `streams`.
const FILTER_DESCRIPTOR = 3
const SYNC_DESCRIPTOR = 5

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

type BubblewrapOptions = {
  readonly plan: SandboxPlan
  readonly cwd: string
  /** The descriptor of the filter of system calls. */
  readonly filterDescriptor: number | null
  /** The descriptor that is closed when nothing inside lives any longer. */
  readonly syncDescriptor: number
  /** Inside a container that may not mount `/proc`. */
  readonly isNested: boolean
  readonly isRoot: boolean
}

/** The plan as bubblewrap takes it: later mounts lie on earlier ones. */
function toBubblewrapArguments(options: BubblewrapOptions): readonly string[] {
  const { plan, isRoot, filterDescriptor, cwd } = options
  const isFolder = plan.level === 'folder'
  return [
    ...(isFolder ? ['--unshare-net', '--unshare-ipc'] : []),
    // Who may mount could take the mounts away again.
    ...(isRoot ? ['--cap-drop', 'ALL', ...ROOT_CAPABILITIES.flatMap(name => ['--cap-add', name])] : []),
    ...[isReadOnly(plan) ? '--ro-bind' : '--bind', '/', '/'],
    ...mountSystem(options),
    ...byDepth(plan.writable.filter(path => path !== '/')).flatMap(path => ['--bind', path, path]),
    ...byDepth(plan.pinned).flatMap(path => ['--bind-try', path, path]),
    ...byDepth([...plan.writableInside, ...plan.readOnly]).flatMap(path =>
      plan.readOnly.includes(path) ? ['--ro-bind-try', path, path] : ['--bind', path, path],
    ),
    ...hide(plan),
    ...(filterDescriptor === null ? [] : ['--seccomp', String(filterDescriptor)]),
    ...['--sync-fd', String(options.syncDescriptor)],
    ...['--chdir', cwd],
  ]
}

/** As a container's root has them: enough for files of other users, not for mounting, raw disks or other processes. */
const ROOT_CAPABILITIES = [
  'CAP_CHOWN',
  'CAP_DAC_OVERRIDE',
  'CAP_FOWNER',
  'CAP_FSETID',
  'CAP_KILL',
  'CAP_SETGID',
  'CAP_SETUID',
  'CAP_NET_BIND_SERVICE',
]

/**
 * Where only rules are kept, other processes are seen and can be ended; what they see of the files is closed to whoever
 * is in another namespace of users. Root is in none, and could also read a hidden file from the disk itself, or have the
 * kernel start what does.
 */
function mountSystem({ plan, isRoot, isNested }: BubblewrapOptions): readonly string[] {
  const isFolder = plan.level === 'folder'
  const devices = isFolder || isRoot ? ['--dev', '/dev'] : ['--dev-bind', '/dev', '/dev']
  const extra = isFolder || !isRoot ? [] : DEVICES.flatMap(path => ['--dev-bind-try', path, path])
  const processes = (isFolder || isRoot) && !isNested ? ['--unshare-pid', '--proc', '/proc'] : []
  // What belongs to the machine is read-only with the rest then; what belongs to processes is new.
  const settings = [...(isReadOnly(plan) ? [] : ['/sys']), ...KERNEL_SETTINGS]
  const kernel = isRoot ? settings.flatMap(path => ['--ro-bind-try', path, path]) : []
  return [...devices, ...extra, ...processes, ...kernel]
}

/** Whether nothing may be written but what is mounted for it. */
function isReadOnly({ level, writable }: SandboxPlan): boolean {
  return level === 'folder' && !writable.includes('/')
}

const DEVICES = ['/dev/fuse', '/dev/kvm', '/dev/dri', '/dev/net']
const KERNEL_SETTINGS = ['/proc/sys', '/proc/sysrq-trigger', '/proc/irq', '/proc/bus', '/proc/fs']

function hide(plan: SandboxPlan): readonly string[] {
  const folders: string[] = []
  const mounts = listCovered(plan).flatMap(({ path, how }) => {
    if (how === 'shown') return [isFreelyWritable(path, plan) ? '--bind' : '--ro-bind', path, path]
    const isClosed = how === 'hidden'
    // A device without rights to be one: it cannot be opened. With them it is empty.
    if (!orElse(() => lstatSync(path).isDirectory(), false))
      return [isClosed ? '--ro-bind' : '--dev-bind', '/dev/null', path]
    folders.push(path)
    return ['--perms', isClosed ? '0111' : '0555', '--tmpfs', path]
  })
  return [...mounts, ...folders.flatMap(path => ['--remount-ro', path])]
}
