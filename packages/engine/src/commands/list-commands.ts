import type { WireSlashCommand } from '@antiphon/core/wire'
import { isThere } from '../files/is-there.ts'
import { createReadFilter } from '../permissions/create-read-filter.ts'
import type { Command, CommandInput, LocalCommand, PromptCommand } from '../session/command.ts'
import type { Session } from '../session/session.ts'
import type { SkillLibrary } from '../tool/session-services.ts'
import { BUILT_IN_COMMANDS } from './built-in-commands.ts'

/** The one registry: what is built in, what the host adds, skills, and what files hold; of one name the first counts. */
export function listCommands({ hostCommands = [], services, commands }: Session): readonly Command[] {
  const all: readonly Command[] = [
    ...BUILT_IN_COMMANDS,
    ...hostCommands,
    ...toSkillCommands(services.skills),
    ...(commands?.list() ?? []),
  ]
  const named = new Map<string, Command>()
  for (const command of all) if (!named.has(command.name)) named.set(command.name, command)
  return [...named.values()]
}

/** The command of this name, or the one that alone has it as another name. */
function findCommand(commands: readonly Command[], name: string): Command | undefined {
  const byName = commands.find(command => command.name === name)
  if (byName) return byName
  const others = commands.filter(({ aliases = [] }) => aliases.includes(name))
  return others.find(({ kind }) => kind === 'local') ?? (others.length === 1 ? others[0] : undefined)
}

/** A command as programs and pages list it. */
export function toWireCommand(command: Command): WireSlashCommand {
  const { name, description, argumentHint, kind } = command
  return { name, description, argumentHint, ...(kind === 'local' && { builtin: true }) }
}

/** The skills that a person may call by name. */
function toSkillCommands(skills: SkillLibrary | null): readonly PromptCommand[] {
  if (skills === null) return []
  return skills.listForPerson().map(skill => ({
    kind: 'prompt',
    places: 'whole',
    ...skill,
    async read({ permissions }) {
      const loaded = await skills.load(skill.name, createReadFilter('Read', permissions()))
      if (loaded === null) return { problem: `The skill ${skill.name} is gone.` }
      return 'problem' in loaded ? loaded : { text: loaded.instructions }
    },
  }))
}

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
