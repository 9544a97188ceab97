import { isObject, type JsonObject } from '@antiphon/contract'
import type { ChatModel } from '@antiphon/core/chat'
import type { WireSlashCommand } from '@antiphon/core/wire'
import type { AgentStart } from '../client/agent-arguments.ts'

/** What a program says it can do when it starts. */
export type ProgramFacts = {
  readonly commands: readonly WireSlashCommand[]
  readonly models: readonly ChatModel[]
  readonly model: string
  readonly permissionMode: string
}

/** Reads the answer to `initialize`; another program wrote it, so that each field is checked. */
export function readProgramFacts(answer: JsonObject, start: AgentStart): ProgramFacts {
  const models = readList(answer.models).flatMap(model => {
    const id = readText(model.value)
    return id === undefined ? [] : [{ id, name: readText(model.displayName) ?? id }]
  })
  return {
    commands: readList(answer.commands).flatMap(toCommand),
    models,
    model: start.model ?? (models.some(({ id }) => id === 'default') ? 'default' : ''),
    permissionMode: readText(answer.current_permission_mode) ?? start.permissionMode ?? 'default',
  }
}

/** The commands of an `init` event beside those that are known: it has only their names. */
export function mergeCommands(
  known: readonly WireSlashCommand[],
  names: unknown,
): readonly WireSlashCommand[] {
  if (!Array.isArray(names)) return known
  const have = new Set(known.map(({ name }) => name))
  const others = names.filter((name): name is string => typeof name === 'string' && !have.has(name))
  return [...known, ...others.map(name => ({ name, description: '', argumentHint: '' }))]
}

function toCommand(command: Fields): readonly WireSlashCommand[] {
  const name = readText(command.name)
  if (name === undefined) return []
  return [
    {
      name,
      description: readText(command.description) ?? '',
      argumentHint: readText(command.argumentHint) ?? '',
      ...(Array.isArray(command.aliases) && {
        aliases: command.aliases.filter(alias => typeof alias === 'string'),
      }),
    },
  ]
}

type Fields = Readonly<Record<string, unknown>>

function readList(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
