import { wordSet } from '../../text/word-set.ts'
import { parseShellCommand } from './parse-shell-command.ts'
import type { ShellAssignment, ShellCommand, ShellRedirection, ShellWord } from './shell-command.ts'
import { steersPrograms } from './steering-variables.ts'
import { type Unwrapped, unwrapCommand } from './unwrap-command.ts'

const SAFE_NAMES = wordSet(
  'LANG LANGUAGE TZ TERM NO_COLOR FORCE_COLOR CLICOLOR COLUMNS LINES CI NODE_ENV RUST_BACKTRACE RUST_LOG PYTHONUNBUFFERED GIT_TERMINAL_PROMPT',
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

/** Whether the command is what its words say, in an environment that cannot change it. */
export function isPlainPart({ isAltered, isOpaque, assignments }: CommandPart): boolean {
  return !isAltered && !isOpaque && assignments.every(isSafeAssignment)
}

function toCommandPart(command: ShellCommand, unwrapped: Unwrapped): CommandPart {
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

/** Everything that a command line would run. */
type CommandParts = {
  readonly parts: readonly CommandPart[]
  readonly problems: readonly string[]
  /** The text itself may hold more than was found. */
  readonly isOpaque: boolean
  /** The line holds nothing that could change what its commands mean, and runs nothing unseen. */
  readonly isPlain: boolean
}

/** Takes a command line apart, and the texts in it that a shell would run. */
export function listCommandParts(command: string, home: string): CommandParts {
  const parts: CommandPart[] = []
  const problems = new Set<string>()
  const texts: { readonly source: string; readonly depth: number }[] = [{ source: command, depth: 0 }]
  let isOpaque = false
  let units = MOST_UNITS + command.length
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    units -= text.source.length
    if (text.depth > DEEPEST_SCRIPT || units < 0 || parts.length > MOST_PARTS) {
      isOpaque = true
      continue
    }
    const { depth } = text
    const parsed = parseShellCommand(text.source, home)
    isOpaque ||= parsed.isOpaque
    for (const problem of parsed.problems) problems.add(problem)
    isOpaque ||= parts.length + parsed.commands.length > MOST_PARTS
    for (const shellCommand of parsed.commands.slice(0, MOST_PARTS)) {
      const unwrapped = unwrapCommand(shellCommand.words)
      parts.push(toCommandPart(shellCommand, unwrapped))
      for (const source of unwrapped.scripts) texts.push({ source, depth: depth + 1 })
    }
  }
  const isPlain = problems.size === 0 && !isOpaque && !parts.some(part => part.isOpaque)
  return { parts, problems: [...problems], isOpaque, isPlain }
}

const DEEPEST_SCRIPT = 5
const MOST_UNITS = 100_000
const MOST_PARTS = 300
