import type { ShellAssignment } from './shell-command.ts'

/** Whether a variable in front of a command cannot change what the command does, only how it looks. */
export function isSafeAssignment({ name, value }: ShellAssignment): boolean {
  return (
    (SAFE_NAMES.has(name) || /^LC_[A-Z]+$/.test(name)) && !value.isDynamic && /^[\w.,:@+-]*$/.test(value.text)
  )
}

const SAFE_NAMES: ReadonlySet<string> = new Set(
  'LANG LANGUAGE TZ TERM NO_COLOR FORCE_COLOR CLICOLOR COLUMNS LINES CI NODE_ENV RUST_BACKTRACE RUST_LOG PYTHONUNBUFFERED GIT_TERMINAL_PROMPT'.split(
    ' ',
  ),
)
