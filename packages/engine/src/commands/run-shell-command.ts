import { randomUUID } from 'node:crypto'
import { isObject, type JsonObject } from '@antiphon/contract'
import { type Message, REJECT_MESSAGE } from '@antiphon/core'
import type { Permit, QueryContext } from '../query/query-context.ts'
import { untilInterrupted } from '../query/until-interrupted.ts'
import type { ShellStreams } from '../session/command-messages.ts'
import type { InputProblem, PreparedCall, ToolOutcome } from '../tool/agent-tool.ts'
import { runToEnd } from '../waiting/run-to-end.ts'

/** What became of a command: what it printed, or why it did not run. */
type ShellRun = {
  readonly streams: ShellStreams
  readonly isRefused: boolean
  /** What hooks said. */
  readonly messages: readonly Message[]
}

/** Runs a person's command as the model's would run: the same shell, hooks, rules, questions and sandbox. */
export async function runShellCommand(context: QueryContext, command: string): Promise<ShellRun> {
  const { signal, toolbox } = context
  const tool = toolbox.find('Bash')
  if (!tool) return refuse('There is no shell in this session.')
  const toolUseId = `shell_${randomUUID()}`
  const prepare = async (input: JsonObject): Promise<PreparedCall | InputProblem> =>
    tool.prepare(input, context.toolContext(toolUseId))
  const prepared = await prepare({ command })
  if ('problem' in prepared) return refuse(prepared.problem)
  const asked = { toolName: tool.name, toolUseId, call: prepared, prepare, signal }
  const permit = await untilInterrupted(context.permit(asked), signal)
  if (permit === null || signal.aborted) return refuse(INTERRUPTED)
  if (permit.behavior === 'deny') return refuse(describeRefusal(permit), permit.messages)
  // What was typed is in the log before it has effects.
  if (!permit.call.isReadOnly) await context.flush()
  const outcome = await runToEnd(permit.call.run())
  return { streams: toStreams(outcome), isRefused: false, messages: permit.messages }
}

const INTERRUPTED = 'The command was interrupted before it started.'

/** What the model reads of a refusal is not what a person reads of their own command's. */
function describeRefusal({ message, reason }: Permit & { readonly behavior: 'deny' }): string {
  if (reason !== undefined) return `The command was not run: ${reason}.`
  const why = message === REJECT_MESSAGE ? 'No rule allows it, and nobody did who was asked.' : message
  return `The command was not run. ${why}`
}

function refuse(reason: string, messages: readonly Message[] = []): ShellRun {
  return { streams: { stdout: '', stderr: reason }, isRefused: true, messages }
}

function toStreams({ data, content, isError }: ToolOutcome): ShellStreams {
  if (
    isError !== true &&
    isObject(data) &&
    typeof data.stdout === 'string' &&
    typeof data.stderr === 'string'
  )
    return { stdout: data.stdout, stderr: data.stderr }
  const text =
    typeof content === 'string'
      ? content
      : content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n')
  return isError === true ? { stdout: '', stderr: text } : { stdout: text, stderr: '' }
}
