import { formatDuration, stripControl } from '@antiphon/core/ui'
import { parseShellCommand } from '../../permissions/shell/parse-shell-command.ts'
import type { ShellCommand, ShellSeparator } from '../../permissions/shell/shell-command.ts'
import { MAX_OUTPUT_UNITS } from '../../shell/output-buffer.ts'
import type { ShellEnd, ShellProcess } from '../../shell/start-shell.ts'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'

type EndedShell = {
  readonly command: string
  readonly shell: Pick<ShellProcess, 'stdout' | 'stderr'>
  readonly end: ShellEnd
  readonly stoppedBy: 'timeout' | 'interrupt' | null
  readonly timeoutMs: number
  /** What else has to be said, if anything. */
  readonly notes: readonly (string | null)[]
}

/** What the model reads of a command that has ended, and its `toolUseResult`. */
export function describeShellEnd(ended: EndedShell): ToolOutcome {
  const { command, shell, end, stoppedBy, timeoutMs, notes } = ended
  const output = readOutput(shell)
  const streams = { ...output, interrupted: stoppedBy === 'interrupt', isImage: false }
  const body = [output.stdout, output.stderr, ...notes].filter(text => text !== null && text !== '')
  if (stoppedBy === 'interrupt') {
    return { content: [INTERRUPTED, ...body].join('\n'), isError: true, data: streams }
  }
  if (stoppedBy === 'timeout') {
    const limit = `The command was stopped after ${formatDuration(timeoutMs)}, its time-out, with everything that it had started.`
    return toErrorOutcome([limit, ...body].join('\n'))
  }
  if (end.exitCode === 0) return { content: body.join('\n') || '(no output)', data: streams }
  const returnCodeInterpretation = interpretExitCode(command, end.exitCode ?? -1)
  if (returnCodeInterpretation !== null) {
    const content = [...body, `(${returnCodeInterpretation})`].join('\n')
    return { content, data: { ...streams, returnCodeInterpretation } }
  }
  return toErrorOutcome([describeCode(end), ...body].join('\n'))
}

/** Nothing was run. */
export function describeInterruptedBeforeStart(): ToolOutcome {
  const data = { stdout: '', stderr: '', interrupted: true, isImage: false }
  return { content: 'The command was interrupted before it started.', isError: true, data }
}

const INTERRUPTED =
  'The command was interrupted before it was done; everything that it had started was stopped.'

/** The larger stream gives way, so that both together stay within the limit. */
function readOutput({ stdout, stderr }: EndedShell['shell']): {
  readonly stdout: string
  readonly stderr: string
} {
  const errorUnits = Math.max(MAX_OUTPUT_UNITS / 3, MAX_OUTPUT_UNITS - stdout.units())
  const outputUnits = MAX_OUTPUT_UNITS - Math.min(errorUnits, stderr.units())
  return { stdout: toReadable(stdout.text(outputUnits)), stderr: toReadable(stderr.text(errorUnits)) }
}

function toReadable(text: string): string {
  return stripControl(text).replace(/^\n+/, '').trimEnd()
}

function describeCode({ exitCode, signal }: ShellEnd): string {
  if (exitCode !== null) return `Exit code ${exitCode}`
  return signal === null ? 'The command could not be run' : `The command was ended by the signal ${signal}`
}

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
