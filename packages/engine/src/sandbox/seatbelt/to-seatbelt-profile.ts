import { dirname } from 'node:path'
import { isInside } from '../../files/resolve-path.ts'
import { byDepth, isFreelyWritable, listCovered, listShown } from '../covered-paths.ts'
import type { SandboxOpenings, SandboxPlan } from '../sandbox.ts'

/** A profile of macOS, and the values of its parameters: no name of a file ever becomes text of the profile. */
export type SeatbeltProfile = {
  readonly text: string
  readonly parameters: ReadonlyMap<string, string>
}

/**
 * The plan as the kernel of macOS takes it: of the rules that fit, the last one counts. Paths have to be as the kernel
 * spells them. A rule is either for an operation and all its kinds or comes after those, so that it does not matter
 * whether a narrower operation or a later rule is asked first; and no filter is made of others.
 */
export function toSeatbeltProfile(plan: SandboxPlan, network: SeatbeltNetwork): SeatbeltProfile {
  const parameters = createParameters()
  const isFolder = plan.level === 'folder'
  const { places, closed, itself, missing } = createFilters(parameters.name)
  const lines = [
    ...(isFolder ? [...FOLDER_BASE, ...toNetworkRules(network)] : RULES_BASE),
    ...rule('allow', WRITING, places(isFolder ? plan.writable : [])),
    ...byDepth([...plan.writableInside, ...plan.readOnly]).flatMap(path =>
      plan.readOnly.includes(path)
        ? rule('deny', CHANGING, closed([path]))
        : rule('allow', WRITING, places([path])),
    ),
    ...rule('deny', CHANGING, missing(plan.absent)),
    // What would be empty is closed here.
    ...listCovered(plan).flatMap(({ path, how }) =>
      how === 'shown'
        ? [
            ...rule('allow', isFolder ? READING : ANYTHING, places([path])),
            ...(isFreelyWritable(path, plan)
              ? rule('allow', WRITING, places([path]))
              : rule('deny', CHANGING, closed([path]))),
          ]
        : rule('deny', ANYTHING, closed([path])),
    ),
    NO_DISKS,
    ...rule('allow', ['file-read-metadata'], itself(listWays(plan))),
    ...rule('deny', ['file-write-unlink'], itself(listUnmovable(plan))),
  ]
  return { text: `${lines.join('\n')}\n`, parameters: parameters.values() }
}

/** What `sandbox-exec` takes before the program that it starts. */
export function toSeatbeltArguments({ text, parameters }: SeatbeltProfile): readonly string[] {
  return ['-p', text, ...[...parameters].map(([name, value]) => `-D${name}=${value}`), '--']
}

const READING = ['file-read*', 'process-exec']
const WRITING = ['file-write*']
// A second name is a way to change a file.
const CHANGING = ['file-write*', 'file-link']
const ANYTHING = ['file*', 'file-read*', 'file-write*', 'process-exec']

function rule(effect: 'allow' | 'deny', operations: readonly string[], filters: readonly string[]): string[] {
  return filters.length === 0 ? [] : [`(${effect} ${operations.join(' ')} ${filters.join(' ')})`]
}

/** Equal values have one name. */
function createParameters(): { name(value: string): string; values(): ReadonlyMap<string, string> } {
  const names = new Map<string, string>()
  return {
    name(value) {
      const known = names.get(value) ?? `P${names.size}`
      names.set(value, known)
      return `(param "${known}")`
    },
    values: () => new Map([...names].map(([value, name]) => [name, value])),
  }
}

function createFilters(name: (value: string) => string) {
  // Whether the place of a plain file is a `subpath` of itself is not written down anywhere.
  const places = (paths: readonly string[]): readonly string[] =>
    paths.flatMap(path => [`(literal ${name(path)})`, `(subpath ${name(path)})`])
  return {
    places,
    closed: (paths: readonly string[]) => places(paths.flatMap(toNames)),
    itself: (paths: readonly string[]) => paths.flatMap(toNames).map(path => `(literal ${name(path)})`),
    missing: (paths: readonly string[]) =>
      paths.flatMap(toPatterns).map(pattern => `(regex ${name(pattern)})`),
  }
}

/** What lies on the volume for data can be named by it, too. */
function toNames(path: string): readonly string[] {
  return path === '/' || isInside(path, DATA_VOLUME) ? [path] : [path, `${DATA_VOLUME}${path}`]
}

const DATA_VOLUME = '/System/Volumes/Data'

/** A path that does not exist has no spelling yet, and most volumes take any case for the same: itself, and what is below. */
function toPatterns(path: string): readonly string[] {
  const folded = path
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/[a-z]/gi, letter => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
  return [`^(${DATA_VOLUME})?${folded}$`, `^(${DATA_VOLUME})?${folded}/`]
}

/** Folders on the way to what is shown, down from what is closed: without their places it would not be found. */
function listWays(plan: SandboxPlan): readonly string[] {
  const closed = [...plan.hidden, ...plan.emptied]
  const ways = new Set<string>()
  for (const path of listShown(plan))
    for (let folder = dirname(path); closed.some(cover => isInside(folder, cover)); folder = dirname(folder))
      ways.add(folder)
  return [...ways]
}

/** On Linux these are mounts. Moved, they would take what is below out of the reach of its rules. */
function listUnmovable(plan: SandboxPlan): readonly string[] {
  return [...new Set([...plan.pinned, ...plan.writable, ...plan.writableInside, ...listShown(plan)])]
}

/** Where only rules for files are kept: everything else is as outside, but for disks, which hold every file. */
const RULES_BASE: readonly string[] = ['(version 1)', '(allow default)']

/**
 * What every program needs of the system, and nothing that starts programs elsewhere, holds keys or reads other
 * processes: no Apple events, no launch services, no keychain, no pasteboard, no arguments of others.
 */
const FOLDER_BASE: readonly string[] = [
  '(version 1)',
  '(deny default)',
  '(allow process-exec process-fork)',
  '(allow process-info* (target same-sandbox))',
  '(allow signal (target same-sandbox))',
  '(allow user-preference-read)',
  '(allow mach-host*)',
  '(allow ipc-posix-sem ipc-posix-shm)',
  '(allow pseudo-tty)',
  '(allow file-ioctl (literal "/dev/null") (literal "/dev/tty") (literal "/dev/ptmx") (literal "/dev/dtracehelper") (regex #"^/dev/ttys[0-9]+$"))',
  toRule('sysctl-read', [
    ...['hw.', 'kern.os', 'machdep.cpu.'].map(name => `(sysctl-name-prefix "${name}")`),
    ...[
      ...['argmax', 'bootargs', 'boottime', 'hostname', 'maxfiles', 'maxfilesperproc', 'maxproc', 'ngroups'],
      ...['secure_kernel', 'tcsm_available', 'tcsm_enable', 'usrstack64', 'version', 'willshutdown'],
    ].map(name => `(sysctl-name "kern.${name}")`),
    ...[
      'machdep.ptrauth_enabled',
      'security.mac.lockdown_mode_state',
      'sysctl.proc_cputype',
      'vm.loadavg',
    ].map(name => `(sysctl-name "${name}")`),
  ]),
  // Names of users and groups, the place for temporary files, the system's log.
  toRule(
    'mach-lookup',
    [
      ...['system.opendirectoryd.libinfo', 'system.opendirectoryd.membership', 'bsd.dirhelper'],
      ...['logd', 'system.logger', 'system.notification_center'],
    ].map(name => `(global-name "com.apple.${name}")`),
  ),
  '(allow file-read*)',
  '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/ptmx") (literal "/dev/stdout") (literal "/dev/stderr") (literal "/dev/dtracehelper") (subpath "/dev/fd") (regex #"^/dev/ttys[0-9]+$"))',
]

/** For both: who may read a disk reads what is hidden on it. */
const NO_DISKS = '(deny file* file-read* file-write* (regex #"^/dev/r?disk"))'

/** What may be reached: nothing, the proxy's port on this machine, its other ports, sockets of other programs. */
function toNetworkRules({ proxyPort, opens }: SeatbeltNetwork): readonly string[] {
  return [
    ...(proxyPort === null ? [] : [`(allow network-outbound (remote ip "localhost:${proxyPort}"))`]),
    ...(opens.ports
      ? [
          '(allow network-bind (local ip "localhost:*"))',
          '(allow network-inbound (local ip "localhost:*"))',
          '(allow network-outbound (remote ip "localhost:*"))',
        ]
      : []),
    ...(opens.sockets
      ? [
          '(allow system-socket (socket-domain AF_UNIX))',
          '(allow network-bind (local unix-socket (path-regex #"^/")))',
          '(allow network-outbound (remote unix-socket (path-regex #"^/")))',
        ]
      : []),
  ]
}

export type SeatbeltNetwork = {
  readonly proxyPort: number | null
  readonly opens: SandboxOpenings
}

function toRule(operation: string, filters: readonly string[]): string {
  return `(allow ${operation} ${filters.join(' ')})`
}
