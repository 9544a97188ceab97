import { runInNewContext } from 'node:vm'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import type { BackgroundShell, BackgroundShells, ShellOutput } from '../../tool/session-services.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'

/** What is shown of a command's output, and what is wrong with the filter, if anything. */
type SeenOutput = ShellOutput & { readonly problem: string | null }

/** Keeps the lines that match; all of them where the filter cannot be used. */
export function filterOutput(output: ShellOutput, filter: string | undefined): SeenOutput {
  if (filter === undefined) return { ...output, problem: null }
  const [stdout, stderr] = [filterLines(output.stdout, filter), filterLines(output.stderr, filter)]
  return {
    ...output,
    stdout: 'text' in stdout ? stdout.text : output.stdout,
    stderr: 'text' in stderr ? stderr.text : output.stderr,
    problem: 'problem' in stdout ? stdout.problem : null,
  }
}

/** The answer to `BashOutput`. */
export function describeShellOutput(shell: BackgroundShell, seen: SeenOutput, now: Date): ToolOutcome {
  const { status, exitCode, stdout, stderr, problem } = seen
  const timestamp = now.toISOString()
  const lines = { stdoutLines: countLines(stdout), stderrLines: countLines(stderr) }
  return {
    content: join([
      tag('status', status),
      exitCode === null ? '' : tag('exit_code', String(exitCode)),
      stdout === '' ? '' : tag('stdout', `\n${stdout.trimEnd()}\n`),
      stderr === '' ? '' : tag('stderr', `\n${stderr.trimEnd()}\n`),
      problem ?? '',
      tag('timestamp', timestamp),
    ]),
    data: {
      shellId: shell.id,
      command: shell.command,
      status,
      exitCode,
      stdout,
      stderr,
      ...lines,
      timestamp,
    },
  }
}

/** The answer to `TaskOutput`, by which newer programs ask; `hasWaited` tells a time-out from an early question. */
export function describeTaskOutput(
  shell: BackgroundShell,
  seen: SeenOutput,
  hasWaited: boolean,
): ToolOutcome {
  const { status, exitCode, stdout, stderr, problem } = seen
  const retrieval_status = status !== 'running' ? 'success' : hasWaited ? 'timeout' : 'not_ready'
  const output = [stdout, stderr].filter(text => text !== '').join('\n')
  const task = { task_id: shell.id, task_type: BACKGROUND_TASK, status }
  return {
    content: join([
      tag('retrieval_status', retrieval_status),
      ...Object.entries(task).map(([name, value]) => tag(name, value)),
      exitCode === null ? '' : tag('exit_code', String(exitCode)),
      output === '' ? '' : tag('output', `\n${output.trimEnd()}\n`),
      problem ?? '',
    ]),
    data: {
      retrieval_status,
      task: { ...task, description: shell.description ?? shell.command, output, exitCode },
    },
  }
}

/** What a command in the background is among the tasks of a session. */
export const BACKGROUND_TASK = 'local_bash'

function join(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join('\n\n')
}

function tag(name: string, content: string): string {
  return `<${name}>${content}</${name}>`
}

function countLines(text: string): number {
  return text.split('\n').length
}

/** The lines that a regular expression matches, or why it cannot be used. An expression that never ends is given up. */
export function filterLines(
  text: string,
  pattern: string,
  timeoutMs: number = TIMEOUT_MS,
): { readonly text: string } | { readonly problem: string } {
  try {
    const lines: unknown = runInNewContext(FILTER, { text, pattern }, { timeout: timeoutMs })
    return { text: String(lines) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(readMessage(error))
    return { problem: `The filter ${JSON.stringify(pattern)} cannot be used: ${reason}` }
  }
}

// Another context is the only way to bound the time of an expression.
const FILTER = 'const r = new RegExp(pattern); text.split("\\n").filter(line => r.test(line)).join("\\n")'
const TIMEOUT_MS = 1_000

/** Errors of the other context are not instances of this one's `Error`. */
function readMessage(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'message' in error ? error.message : error
}

/** Says that no command has this id, and which ids there are. */
export function describeUnknownShell(id: string, shells: BackgroundShells | null): ToolOutcome {
  if (!shells)
    return toErrorOutcome('Nothing can run in the background here, so there is nothing to ask about.')
  const known = shells.list().slice(-LISTED)
  const list = known.map(
    shell => `\n- ${shell.id} (${shell.isRunning ? 'running' : 'ended'}): ${shell.command.slice(0, 100)}`,
  )
  const rest = known.length === 0 ? 'None was started in this session.' : `There are:${list.join('')}`
  return toErrorOutcome(`No command in the background has the id ${JSON.stringify(id)}. ${rest}`)
}

const LISTED = 20
