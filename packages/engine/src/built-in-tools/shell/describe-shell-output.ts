import type { ToolOutcome } from '../../tool/agent-tool.ts'
import type { BackgroundShell, ShellOutput } from '../../tool/session-services.ts'
import { filterLines } from './filter-lines.ts'

/** What is shown of a command's output, and what is wrong with the filter, if anything. */
export type SeenOutput = ShellOutput & { readonly problem: string | null }

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
