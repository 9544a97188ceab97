import type { MessageOrigin } from '@antiphon/core'
import { appendMessages } from '../query/append-messages.ts'
import type { QueryContext } from '../query/query-context.ts'
import type { QueryEvent } from '../query/query-event.ts'
import type { LocalCall, LocalCommand } from '../session/command.ts'
import {
  createCommandInputMessages,
  createCommandOutput,
  createShellOutput,
} from '../session/create-local-command-messages.ts'
import type { PromptedCommand } from './find-prompted-command.ts'
import { listCommands } from './list-commands.ts'
import { runShellCommand } from './run-shell-command.ts'

export type RunLocalCommandOptions = Pick<LocalCall, 'session'> & {
  readonly context: QueryContext
  /** The prompt's: what was typed is that prompt. */
  readonly uuid: string
  readonly origin?: MessageOrigin
}

/** Answers a command without the model, stores what was typed and printed, and gives the latter. */
export async function* runLocalCommand(
  called: Exclude<PromptedCommand, { kind: 'prompt' }>,
  options: RunLocalCommandOptions,
): AsyncGenerator<QueryEvent, string, undefined> {
  if (called.kind === 'shell') return yield* runShell(called, options)
  const { session, context } = options
  const text =
    called.kind === 'unknown'
      ? called.answer
      : yield* answer(called.command, {
          session,
          args: called.called.args,
          signal: context.signal,
          commands: listCommands(session),
        })
  yield* appendMessages(context, [...createInput(called.called.input, options), createCommandOutput(text)])
  return text
}

/** What was typed, with who typed it where several people share the session. */
function createInput(
  input: string,
  { context, uuid, origin }: RunLocalCommandOptions,
): ReturnType<typeof createCommandInputMessages> {
  const before = context.conversation.messages()
  return createCommandInputMessages(input, { uuid, before, ...(origin && { origin }) })
}

async function* answer(
  command: LocalCommand,
  call: LocalCall,
): AsyncGenerator<QueryEvent, string, undefined> {
  try {
    const given = await command.run(call)
    return typeof given === 'string' ? given : yield* given
  } catch (error) {
    return `/${command.name} failed: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The input is stored before it has effects. */
async function* runShell(
  { input, command }: Extract<PromptedCommand, { kind: 'shell' }>,
  options: RunLocalCommandOptions,
): AsyncGenerator<QueryEvent, string, undefined> {
  const { context } = options
  yield* appendMessages(context, createInput(input, options))
  const { streams, messages } = await runShellCommand(context, command)
  yield* appendMessages(context, [...messages, createShellOutput(streams)])
  return [streams.stdout, streams.stderr].filter(Boolean).join('\n')
}
