import { wordSet } from '../../text/word-set.ts'
import { type KnownOptions, readKnownOption, readProgramTable, toKnownOptions } from './program-table.ts'
import type { ShellWord } from './shell-command.ts'

/** The options of a command that runs another command, as far as one must know them to find where that begins. */
type WrapperOptions = KnownOptions & {
  /** Words between the options and the command. */
  readonly operands: number
  /** `NAME=value` may precede the command. */
  readonly takesAssignments: boolean
  /** The command does the same without it. */
  readonly isTransparent: boolean
}

/** Where the wrapped command begins; null when an option is not known. */
export function findWrappedCommand(
  words: readonly ShellWord[],
  from: number,
  options: WrapperOptions,
): number | null {
  let index = from
  for (; index < words.length; index++) {
    const word = words[index]
    if (word === undefined || word.isDynamic || word.glob !== null) return null
    if (word.text === '--') {
      index++
      break
    }
    if (!word.text.startsWith('-') || word.text === '-') break
    const option = readKnownOption(word.text, options)
    if (option === null) return null
    if (option.takesNext) index++
  }
  return index + options.operands
}

/** Wrappers whose options are known. */
export const WRAPPERS: ReadonlyMap<string, WrapperOptions> = new Map(
  [
    ...readProgramTable(`
  nohup, builtin: transparent
  time, command: flags p | transparent
  nice: flags 0123456789 | values n | longValues adjustment | transparent
  timeout: flags v | values ks | long foreground preserve-status verbose | longValues signal kill-after
  timeout: operands 1 | transparent
  stdbuf: values ioe | longValues input output error | transparent
  env: flags i0 | values uC | long ignore-environment | longValues unset chdir | assignments | transparent
  noglob, nocorrect, busybox, toybox: opaque
  exec: flags cl | values a
  sudo: flags AbEeHiKknPSsVv | values ugpCDhrtTUR | long non-interactive preserve-env login shell
  sudo: longValues user group | assignments
  doas: flags Lns | values uC
  setsid: flags cfw
  ionice: flags t | values cn
  chroot: longValues userspec groups | operands 1
  taskset: flags a | operands 1
  xargs: flags 0prtx | values adEILnPs | long null no-run-if-empty verbose interactive
  xargs: longValues arg-file delimiter max-args max-lines max-procs max-chars replace
`),
  ].map(([name, columns]) => [
    name,
    {
      ...toKnownOptions(columns),
      operands: Number(columns.get('operands') ?? 0),
      takesAssignments: columns.has('assignments'),
      isTransparent: columns.has('transparent'),
    },
  ]),
)

/** Wrappers of which only this is known: some of their words are a command, or a text that a shell runs. */
export const OPAQUE_WRAPPERS: ReadonlySet<string> = wordSet(
  'watch flock su runuser script parallel entr ssh mosh strace ltrace gdb valgrind unshare nsenter setpriv',
  'systemd-run pkexec dbus-run-session firejail bwrap proot fakeroot fakechroot unbuffer expect rlwrap torsocks',
  'proxychains proxychains4 catchsegv chrt numactl setarch linux32 linux64 i386 x86_64 caffeinate chpst softlimit',
  'cgexec prlimit daemonize dtach screen tmux at batch start-stop-daemon runcon capsh sg newgrp trap xterm',
  'hyperfine perf chronic xvfb-run dbus-launch sem crontab run-parts fc',
  'mapfile readarray complete compgen bind coproc enable alias hash autoload zmodload emulate ld-linux.so',
)

/** Programs that run other programs somewhere of their own: a rule may forbid those, and a rule for the runner speaks for all of them. */
export const RUNNERS: ReadonlySet<string> = wordSet(
  'npx pnpx bunx uvx pipx direnv devbox mise asdf nix-shell fd fdfind',
)
