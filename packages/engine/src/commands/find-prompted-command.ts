import { isThere } from '../files/is-there.ts'
import type { Command, CommandInput, LocalCommand, PromptCommand } from '../session/command.ts'
import type { readCommandInput } from '../session/read-command-input.ts'
import type { Session } from '../session/session.ts'
import { findCommand, listCommands } from './list-commands.ts'

type SlashInput = Extract<CommandInput, { kind: 'slash' }>

/** What a prompt calls. */
export type PromptedCommand =
  | Extract<CommandInput, { kind: 'shell' }>
  | { readonly kind: 'local'; readonly called: SlashInput; readonly command: LocalCommand }
  | { readonly kind: 'prompt'; readonly called: SlashInput; readonly command: PromptCommand }
  | { readonly kind: 'unknown'; readonly called: SlashInput; readonly answer: string }

/** The command that a prompt is; null where it is for the model as it stands. */
export async function findPromptedCommand(
  session: Session,
  input: ReturnType<typeof readCommandInput>,
): Promise<PromptedCommand | null> {
  if (input === null || input.kind === 'shell') return input
  const commands = listCommands(session)
  const command = findCommand(commands, input.name)
  if (command?.kind === 'local') return { kind: 'local', called: input, command }
  if (command) return { kind: 'prompt', called: input, command }
  // Whoever begins with a folder's name, or with a word of their language, speaks of it.
  if (!/^[\w:-]+$/.test(input.name) || (await isThere(`/${input.name}`))) return null
  return { kind: 'unknown', called: input, answer: describeUnknown(input.name, commands) }
}

function describeUnknown(name: string, commands: readonly Command[]): string {
  const like = commands.find(
    ({ name: other }) => other.startsWith(name.slice(0, 3)) || (name.length > 2 && other.includes(name)),
  )
  const hint = like ? ` Did you mean /${like.name}?` : ''
  return `Unknown slash command: /${name}.${hint} /help lists the commands that there are. To say it to the model, begin with another word.`
}
