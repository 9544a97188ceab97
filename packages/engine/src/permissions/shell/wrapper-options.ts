import type { ShellWord } from './shell-command.ts'

/** The options of a command that runs another command, as far as one must know them to find where that begins. */
export type WrapperOptions = {
  /** Short options without and with a value. */
  readonly flags: string
  readonly values: string
  readonly longFlags?: readonly string[]
  readonly longValues?: readonly string[]
  /** Words between the options and the command. */
  readonly operands?: number
  /** `NAME=value` may precede the command. */
  readonly takesAssignments?: boolean
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
    const step = readOption(word.text.slice(1), options)
    if (step === null) return null
    index += step
  }
  index += options.operands ?? 0
  return index
}

/** How many further words the option takes; null for an option that is not known. */
function readOption(option: string, { flags, values, longFlags, longValues }: WrapperOptions): number | null {
  if (option.startsWith('-')) {
    const [name = '', value] = splitOnce(option.slice(1), '=')
    if (longValues?.includes(name)) return value === undefined ? 1 : 0
    return longFlags?.includes(name) ? 0 : null
  }
  for (let index = 0; index < option.length; index++) {
    const letter = option[index] ?? ''
    if (values.includes(letter)) return index === option.length - 1 ? 1 : 0
    if (!flags.includes(letter)) return null
  }
  return 0
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Wrappers whose options are known. */
export const WRAPPERS: Readonly<Record<string, WrapperOptions>> = {
  nohup: { flags: '', values: '', isTransparent: true },
  time: { flags: 'p', values: '', isTransparent: true },
  nice: { flags: '0123456789', values: 'n', longValues: ['adjustment'], isTransparent: true },
  timeout: {
    flags: 'v',
    values: 'ks',
    longFlags: ['foreground', 'preserve-status', 'verbose'],
    longValues: ['signal', 'kill-after'],
    operands: 1,
    isTransparent: true,
  },
  stdbuf: { flags: '', values: 'ioe', longValues: ['input', 'output', 'error'], isTransparent: true },
  command: { flags: 'p', values: '', isTransparent: true },
  builtin: { flags: '', values: '', isTransparent: true },
  noglob: { flags: '', values: '', isTransparent: false },
  nocorrect: { flags: '', values: '', isTransparent: false },
  env: {
    flags: 'i0',
    values: 'uC',
    longFlags: ['ignore-environment'],
    longValues: ['unset', 'chdir'],
    takesAssignments: true,
    isTransparent: true,
  },
  exec: { flags: 'cl', values: 'a', isTransparent: false },
  busybox: { flags: '', values: '', isTransparent: false },
  toybox: { flags: '', values: '', isTransparent: false },
  sudo: {
    flags: 'AbEeHiKknPSsVv',
    values: 'ugpCDhrtTUR',
    longFlags: ['non-interactive', 'preserve-env', 'login', 'shell'],
    longValues: ['user', 'group'],
    takesAssignments: true,
    isTransparent: false,
  },
  doas: { flags: 'Lns', values: 'uC', isTransparent: false },
  setsid: { flags: 'cfw', values: '', isTransparent: false },
  ionice: { flags: 't', values: 'cn', isTransparent: false },
  chroot: { flags: '', values: '', longValues: ['userspec', 'groups'], operands: 1, isTransparent: false },
  taskset: { flags: 'a', values: '', operands: 1, isTransparent: false },
  xargs: {
    flags: '0prtx',
    values: 'adEILnPs',
    longFlags: ['null', 'no-run-if-empty', 'verbose', 'interactive'],
    longValues: ['arg-file', 'delimiter', 'max-args', 'max-lines', 'max-procs', 'max-chars', 'replace'],
    isTransparent: false,
  },
}

/** Wrappers of which only this is known: some of their words are a command, or a text that a shell runs. */
export const OPAQUE_WRAPPERS: ReadonlySet<string> = new Set(
  [
    'watch flock su runuser script parallel entr ssh mosh strace ltrace gdb valgrind unshare nsenter setpriv',
    'systemd-run pkexec dbus-run-session firejail bwrap proot fakeroot fakechroot unbuffer expect rlwrap torsocks',
    'proxychains proxychains4 catchsegv chrt numactl setarch linux32 linux64 i386 x86_64 caffeinate chpst softlimit',
    'cgexec prlimit daemonize dtach screen tmux at batch start-stop-daemon runcon capsh sg newgrp trap xterm',
    'hyperfine perf chronic xvfb-run dbus-launch sem crontab run-parts fc',
    'mapfile readarray complete compgen bind coproc enable alias hash autoload zmodload emulate ld-linux.so',
  ].flatMap(line => line.split(' ')),
)

/** Programs that run other programs somewhere of their own: a rule may forbid those, and a rule for the runner speaks for all of them. */
export const RUNNERS: ReadonlySet<string> = new Set(
  'npx pnpx bunx uvx pipx direnv devbox mise asdf nix-shell fd fdfind'.split(' '),
)
