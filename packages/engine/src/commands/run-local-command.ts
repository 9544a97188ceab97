import { appendMessages } from '../query/append-messages.ts'
import type { QueryEvent } from '../query/query-event.ts'
import type { LocalCall, LocalCommand } from '../session/command.ts'
import {
  type CommandInputOptions,
  createCommandInputMessages,
  createCommandOutput,
  createShellOutput,
} from '../session/command-messages.ts'
import type { Turn } from '../session/turn.ts'
import { listCommands, type PromptedCommand } from './list-commands.ts'
import { runShellCommand } from './run-shell-command.ts'

/** What is answered without the model. */
export type CalledLocally = Exclude<PromptedCommand, { kind: 'prompt' }>

/** Answers a command without the model, stores what was typed and printed, and gives the latter; `who` is the prompt's uuid and sender. */
export async function* runLocalCommand(
  called: CalledLocally,
  turn: Turn,
  who: CommandInputOptions,
): AsyncGenerator<QueryEvent, string, undefined> {
  const createInput = (): ReturnType<typeof createCommandInputMessages> =>
    createCommandInputMessages(called.input, { ...who, before: turn.conversation.messages() })
  if (called.kind === 'shell') {
    // The input is stored before it has effects.
    yield* appendMessages(turn, createInput())
    const { streams, messages } = yield* runShellCommand(turn, called.command)
    yield* appendMessages(turn, [...messages, createShellOutput(streams)])
    return [streams.stdout, streams.stderr].filter(Boolean).join('\n')
  }
  const text =
    called.kind === 'told'
      ? called.answer
      : yield* answer(called.command, {
          session: turn,
          args: called.args,
          signal: turn.signal,
          commands: listCommands(turn),
        })
  yield* appendMessages(turn, [...createInput(), createCommandOutput(text)])
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
