import { isThere } from '../files/is-there.ts'
import { toServerLine } from '../mcp/clean-server-text.ts'
import type { McpPrompt } from '../mcp/create-mcp-prompts.ts'
import { createReadFilter } from '../permissions/create-read-filter.ts'
import type { Command, CommandInput, FaceCommand, LocalCommand, PromptCommand } from '../session/command.ts'
import type { Session } from '../session/session.ts'
import type { SkillLibrary } from '../tool/session-services.ts'
import { BUILT_IN_COMMANDS } from './built-in-commands.ts'
import { inTableOrder, listFaceCommands } from './command-table.ts'

/**
 * The one registry: what is built in, what the host adds, what is left of our own for a face, skills, what files hold and
 * what servers offer; of one name the first counts.
 */
export function listCommands({
  hostCommands = [],
  services,
  commands,
  mcpPrompts,
}: Session): readonly Command[] {
  const answered = [...BUILT_IN_COMMANDS, ...hostCommands]
  const all: readonly Command[] = [
    ...inTableOrder([...answered, ...listFaceCommands(answered.map(({ name }) => name))]),
    ...toSkillCommands(services.skills),
    ...(commands?.list() ?? []),
    ...(mcpPrompts?.() ?? []).map(toServerCommand),
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
  return others.find(({ source }) => source === 'built-in') ?? (others.length === 1 ? others[0] : undefined)
}

/** The skills that a person may call by name. */
function toSkillCommands(skills: SkillLibrary | null): readonly PromptCommand[] {
  if (skills === null) return []
  return skills.listForPerson().map(skill => ({
    kind: 'prompt',
    source: 'skill',
    places: 'whole',
    ...skill,
    async read({ permissions }) {
      const loaded = await skills.load(skill.name, createReadFilter('Read', permissions()))
      if (loaded === null) return { problem: `The skill ${skill.name} is gone.` }
      return 'problem' in loaded ? loaded : { text: loaded.instructions }
    },
  }))
}

/** A prompt that a server offers. */
function toServerCommand({ name, description, argumentHint, read }: McpPrompt): PromptCommand {
  return {
    ...{ kind: 'prompt', source: 'mcp', places: null, allowedTools: [] },
    ...{ name, description, argumentHint },
    async read({ signal }, args) {
      try {
        const text = await read(args, signal)
        return text.trim() === '' ? { problem: `/${name} says nothing.` } : { text }
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        return { problem: `/${name} failed: ${toServerLine(why)}` }
      }
    },
  }
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
  | { readonly kind: 'told'; readonly input: string; readonly answer: string }

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
  if (command?.kind === 'prompt') return { kind: 'prompt', input, args, command }
  if (command) return { kind: 'told', input, answer: describeFace(command) }
  // Whoever begins with a folder's name, or with a word of their language, speaks of it.
  if (!/^[\w:-]+$/.test(name) || (await isThere(`/${name}`))) return null
  return { kind: 'told', input, answer: describeUnknown(name, commands) }
}

function describeFace({ name, elsewhere }: FaceCommand): string {
  return `/${name} is not done here. What does it: ${elsewhere}.`
}

function describeUnknown(name: string, commands: readonly Command[]): string {
  const like = commands.find(
    ({ name: other }) => other.startsWith(name.slice(0, 3)) || (name.length > 2 && other.includes(name)),
  )
  const hint = like ? ` Did you mean /${like.name}?` : ''
  return `Unknown slash command: /${name}.${hint} /help lists the commands that there are. To say it to the model, begin with another word.`
}
