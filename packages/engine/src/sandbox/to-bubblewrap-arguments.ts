import { lstatSync } from 'node:fs'
import { byDepth } from './by-depth.ts'
import { isFreelyWritable, listCovered } from './covered-paths.ts'
import type { SandboxPlan } from './sandbox-plan.ts'

export type BubblewrapOptions = {
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
export function toBubblewrapArguments(options: BubblewrapOptions): readonly string[] {
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
    if (!isFolder(path)) return [isClosed ? '--ro-bind' : '--dev-bind', '/dev/null', path]
    folders.push(path)
    return ['--perms', isClosed ? '0111' : '0555', '--tmpfs', path]
  })
  return [...mounts, ...folders.flatMap(path => ['--remount-ro', path])]
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory()
  } catch {
    return false
  }
}
