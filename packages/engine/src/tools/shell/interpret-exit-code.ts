import { parseSimpleCommands } from './parse-simple-commands.ts'

/** What an exit code that is no failure means: `grep` that found nothing. Null where it is an ordinary one. */
export function interpretExitCode(command: string, exitCode: number): string | null {
  const commands = parseSimpleCommands(command.trim()) ?? []
  const last = commands.at(-1)
  const name = last?.words[0] ?? ''
  const meaning = Object.hasOwn(MEANINGS, name) ? MEANINGS[name] : undefined
  if (exitCode !== 1 || meaning === undefined) return null
  // Behind `&&` the code may be that of an earlier command.
  const firstOfPipeline = commands.findLast(({ operator }) => operator !== '|')
  return firstOfPipeline?.operator === '&&' ? null : meaning
}

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
