import { isThere } from '../files/is-there.ts'
import type { Command, CommandInput, LocalCommand, PromptCommand } from '../session/command.ts'
import type { Session } from '../session/session.ts'
import { findCommand, listCommands } from './list-commands.ts'

/** What a prompt calls; `input` is what was typed. */
export type PromptedCommand =
  | Extract<CommandInput, { kind: 'shell' }>
  | { readonly kind: 'local'; readonly input: string; readonly args: string; readonly command: LocalCommand }
  | {
      readonly kind: 'prompt'
      readonly input: string
      readonly args: string
      readonly command: PromptCommand
    }
  | { readonly kind: 'unknown'; readonly input: string; readonly answer: string }

/** The command that a prompt is; null where it is for the model as it stands. */
export async function findPromptedCommand(
  session: Session,
  typed: CommandInput | null,
): Promise<PromptedCommand | null> {
  if (typed === null || typed.kind === 'shell') return typed
  const { input, name, args } = typed
  const commands = listCommands(session)
  const command = findCommand(commands, name)
  if (command?.kind === 'local') return { kind: 'local', input, args, command }
  if (command) return { kind: 'prompt', input, args, command }
  // Whoever begins with a folder's name, or with a word of their language, speaks of it.
  if (!/^[\w:-]+$/.test(name) || (await isThere(`/${name}`))) return null
  return { kind: 'unknown', input, answer: describeUnknown(name, commands) }
}

function describeUnknown(name: string, commands: readonly Command[]): string {
  const like = commands.find(
    ({ name: other }) => other.startsWith(name.slice(0, 3)) || (name.length > 2 && other.includes(name)),
  )
  const hint = like ? ` Did you mean /${like.name}?` : ''
  return `Unknown slash command: /${name}.${hint} /help lists the commands that there are. To say it to the model, begin with another word.`
}
