import { appendMessages } from '../query/append-messages.ts'
import type { QueryContext } from '../query/query-context.ts'
import type { QueryEvent } from '../query/query-event.ts'
import {
  createCommandInputMessages,
  createCommandOutput,
  createShellOutput,
} from '../session/create-local-command-messages.ts'
import type { LocalCall, LocalCommand } from './command.ts'
import type { PromptedCommand } from './find-prompted-command.ts'
import { listCommands } from './list-commands.ts'
import { runShellCommand } from './run-shell-command.ts'

export type RunLocalCommandOptions = Pick<LocalCall, 'session'> & {
  readonly context: QueryContext
  /** The prompt's: what was typed is that prompt. */
  readonly uuid: string
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
          commands: listCommands(session.options, session.state),
        })
  return yield* tellAnswer(called.called.input, text, options)
}

/** Stores what a command said in place of doing something. */
export async function* tellAnswer(
  input: string,
  text: string,
  { context, uuid }: Pick<RunLocalCommandOptions, 'context' | 'uuid'>,
): AsyncGenerator<QueryEvent, string, undefined> {
  yield* appendMessages(context, [
    ...createCommandInputMessages(input, { uuid, before: context.conversation.messages() }),
    createCommandOutput(text),
  ])
  return text
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
  { context, uuid }: RunLocalCommandOptions,
): AsyncGenerator<QueryEvent, string, undefined> {
  yield* appendMessages(
    context,
    createCommandInputMessages(input, { uuid, before: context.conversation.messages() }),
  )
  const { streams, messages } = await runShellCommand(context, command)
  yield* appendMessages(context, [...messages, createShellOutput(streams)])
  return [streams.stdout, streams.stderr].filter(Boolean).join('\n')
}
