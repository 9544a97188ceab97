import { isObject } from '@antiphon/contract'
import type { Message } from '@antiphon/core'
import type { QueryContext } from '../query/query-context.ts'
import type { ShellStreams } from '../session/command-messages.ts'
import type { ToolOutcome } from '../tool/agent-tool.ts'
import { readOutcome, runPersonCall } from './run-person-call.ts'

/** What became of a command: what it printed, or why it did not run. */
type ShellRun = {
  readonly streams: ShellStreams
  readonly isRefused: boolean
  /** What hooks said. */
  readonly messages: readonly Message[]
}

/** Runs a person's command as the model's would run, and tells what it prints while it does. */
export async function* runShellCommand(
  context: QueryContext,
  command: string,
): AsyncGenerator<Message, ShellRun, undefined> {
  const tool = context.toolbox.find('Bash')
  if (!tool) return refuse('There is no shell in this session.')
  const run = yield* runPersonCall(context, { tool, input: { command }, not: 'The command was not run' })
  if ('refusal' in run) return refuse(run.refusal, run.messages)
  return { streams: toStreams(run.outcome), isRefused: false, messages: run.messages }
}

function refuse(reason: string, messages: readonly Message[] = []): ShellRun {
  return { streams: { stdout: '', stderr: reason }, isRefused: true, messages }
}

function toStreams(outcome: ToolOutcome): ShellStreams {
  const { data, isError } = outcome
  if (
    isError !== true &&
    isObject(data) &&
    typeof data.stdout === 'string' &&
    typeof data.stderr === 'string'
  )
    return { stdout: data.stdout, stderr: data.stderr }
  const text = readOutcome(outcome)
  return isError === true ? { stdout: '', stderr: text } : { stdout: text, stderr: '' }
}
