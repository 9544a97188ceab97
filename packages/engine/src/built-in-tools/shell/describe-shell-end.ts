import { formatDuration, stripControl } from '@antiphon/core/ui'
import { MAX_OUTPUT_UNITS } from '../../shell/output-buffer.ts'
import type { ShellEnd, ShellProcess } from '../../shell/start-shell.ts'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import { interpretExitCode } from './interpret-exit-code.ts'

export type EndedShell = {
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
