import type { ShellAssignment, ShellCommand, ShellRedirection, ShellWord } from './shell-command.ts'
import { steersPrograms } from './steering-variables.ts'

const SAFE_NAMES: ReadonlySet<string> = new Set(
  'LANG LANGUAGE TZ TERM NO_COLOR FORCE_COLOR CLICOLOR COLUMNS LINES CI NODE_ENV RUST_BACKTRACE RUST_LOG PYTHONUNBUFFERED GIT_TERMINAL_PROMPT'.split(
    ' ',
  ),
)

/** A command that would run, with every form in which a rule could mean it. */
export type CommandPart = {
  readonly raw: string
  /** Behind everything that merely wraps it: of `timeout 5 git log` this is `git log`. */
  readonly words: readonly ShellWord[]
  readonly assignments: readonly ShellAssignment[]
  readonly redirections: readonly ShellRedirection[]
  /** The whole command and each command in it, however it is wrapped. */
  readonly forms: readonly (readonly ShellWord[])[]
  /** What wraps it changes what it does (another user, another shell, other arguments): only an exact rule allows it. */
  readonly isAltered: boolean
  /** It may run commands that were not found. */
  readonly isOpaque: boolean
}

/** What a wrapper leads to. */
export type Unwrapped = {
  readonly words: readonly ShellWord[]
  readonly forms: readonly (readonly ShellWord[])[]
  readonly assignments: readonly ShellAssignment[]
  readonly isAltered: boolean
  readonly isOpaque: boolean
  /** Texts that a shell would run as commands. */
  readonly scripts: readonly string[]
}

/** Whether the command is what its words say, in an environment that cannot change it. */
export function isPlainPart({ isAltered, isOpaque, assignments }: CommandPart): boolean {
  return !isAltered && !isOpaque && assignments.every(isSafeAssignment)
}

export function toCommandPart(command: ShellCommand, unwrapped: Unwrapped): CommandPart {
  const { raw, redirections } = command
  const { words, forms, isAltered } = unwrapped
  const assignments = [...command.assignments, ...unwrapped.assignments]
  const isOpaque = unwrapped.isOpaque || assignments.some(({ name }) => steersPrograms(name))
  return { raw, words, assignments, redirections, forms, isAltered, isOpaque }
}

/** Whether a variable in front of a command cannot change what the command does, only how it looks. */
function isSafeAssignment({ name, value }: ShellAssignment): boolean {
  return (
    (SAFE_NAMES.has(name) || /^LC_[A-Z]+$/.test(name)) && !value.isDynamic && /^[\w.,:@+-]*$/.test(value.text)
  )
}
