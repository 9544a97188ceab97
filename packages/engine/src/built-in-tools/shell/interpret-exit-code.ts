import { parseShellCommand } from '../../permissions/shell/parse-shell-command.ts'
import type { ShellCommand, ShellSeparator } from '../../permissions/shell/shell-command.ts'

/** What an exit code that is no failure means: `grep` that found nothing. Null where it is an ordinary one. */
export function interpretExitCode(command: string, exitCode: number): string | null {
  const name = findDecidingCommand(command)?.words[0]?.text ?? ''
  return exitCode === 1 && Object.hasOwn(MEANINGS, name) ? (MEANINGS[name] ?? null) : null
}

/** The command whose exit code is surely that of the line. */
function findDecidingCommand(line: string): ShellCommand | undefined {
  const { commands, problems } = parseShellCommand(line)
  if (problems.length > 0 || commands.some(({ separator }) => UNCERTAIN.has(separator))) return
  const firstOfPipeline = commands.findLast(({ separator }) => separator !== '|')
  // Behind `&&` the code may be that of an earlier command.
  return firstOfPipeline?.separator === '&&' ? undefined : commands.at(-1)
}

/** Groups and substitutions end with codes of their own, and `!` turns the code around. */
const UNCERTAIN: ReadonlySet<ShellSeparator> = new Set<ShellSeparator>(['(', '{', '!'])

const MEANINGS: Readonly<Record<string, string>> = {
  grep: 'No matches found',
  egrep: 'No matches found',
  fgrep: 'No matches found',
  rg: 'No matches found',
  diff: 'Files differ',
  cmp: 'Files differ',
  test: 'Condition is false',
  '[': 'Condition is false',
}
