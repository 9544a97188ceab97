import type { Command, Option } from 'commander'

/** A command as a shell completes it and a manual describes it. */
export type CommandFacts = {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly usage: string
  readonly flags: readonly FlagFacts[]
  /** True where a session is named behind it. */
  readonly takesSession: boolean
  readonly commands: readonly CommandFacts[]
}

export type FlagFacts = {
  /** `--color`, `-o`. */
  readonly names: readonly string[]
  /** As help prints it. */
  readonly term: string
  readonly description: string
  readonly choices: readonly string[]
  readonly takesValue: boolean
}

/** Reads a program with all of its commands. */
export function readCommandTree(command: Command): CommandFacts {
  return {
    name: command.name(),
    summary: command.summary() || command.description(),
    description: command.description(),
    usage: command.usage(),
    flags: command.options.map(toFlag),
    takesSession: command.registeredArguments.some(argument => argument.name() === 'session'),
    commands: command.commands.map(readCommandTree),
  }
}

function toFlag(option: Option): FlagFacts {
  return {
    names: [option.short, option.long].filter(name => name !== undefined && name !== null),
    term: option.flags,
    description: option.description,
    choices: option.argChoices ?? [],
    takesValue: option.required || option.optional,
  }
}
