import type { WireSlashCommand } from '@antiphon/core/wire'
import type { Command } from '../session/command.ts'
import type { Session } from '../session/session.ts'
import { BUILT_IN_COMMANDS } from './built-in-commands.ts'
import { toSkillCommands } from './skill-commands.ts'

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
export function findCommand(commands: readonly Command[], name: string): Command | undefined {
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
