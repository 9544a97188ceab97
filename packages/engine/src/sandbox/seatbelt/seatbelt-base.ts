import type { SandboxOpenings } from '../sandbox-tool.ts'

/** Where only rules for files are kept: everything else is as outside, but for disks, which hold every file. */
export const RULES_BASE: readonly string[] = ['(version 1)', '(allow default)']

/**
 * What every program needs of the system, and nothing that starts programs elsewhere, holds keys or reads other
 * processes: no Apple events, no launch services, no keychain, no pasteboard, no arguments of others.
 */
export const FOLDER_BASE: readonly string[] = [
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
export const NO_DISKS = '(deny file* file-read* file-write* (regex #"^/dev/r?disk"))'

/** What may be reached: nothing, the proxy's port on this machine, its other ports, sockets of other programs. */
export function toNetworkRules({ proxyPort, opens }: SeatbeltNetwork): readonly string[] {
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
