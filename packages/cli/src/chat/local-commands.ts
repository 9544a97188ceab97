import type { CommandWords, WireSlashCommand } from '@antiphon/core/wire'
import {
  type BuiltInName,
  COMMAND_TABLE,
  listFaceCommands,
  toWireCommand,
} from '@antiphon/engine/command-table'
import type { ReplTexts } from './repl-texts.ts'

/** What the terminal does of commands, by their names in the table; each is false for words that are the agent's. */
export type TerminalDoings = Readonly<Partial<Record<BuiltInName, (argument: string) => boolean>>>

/** The terminal's part of the commands. */
export type TerminalCommands = {
  /** What it does better than whoever else could. */
  readonly always: TerminalDoings
  /** What it does where the agent does not. */
  readonly otherwise: TerminalDoings
}

/** Every command that can be called, in the person's language; null where the agent has not said yet what it can. */
export function listCommands(
  agents: readonly WireSlashCommand[] | null,
  { always, otherwise }: TerminalCommands,
  texts: ReplTexts,
): readonly WireSlashCommand[] {
  const can = new Set(Object.keys({ ...otherwise, ...always }))
  return (agents ?? WHOLE_TABLE)
    .filter(({ kind, name }) => agents === null || kind !== 'face' || can.has(name))
    .map(command => ({ ...command, ...commandWords(command, texts) }))
}

/** The words of a command of ours in the person's language. */
export function commandWords(
  { description, argumentHint, chinese }: CommandWords & { readonly chinese?: CommandWords },
  { language }: ReplTexts,
): CommandWords {
  return language === 'zh-CN' && chinese ? chinese : { description, argumentHint }
}

const WHOLE_TABLE: readonly WireSlashCommand[] = listFaceCommands([]).map(toWireCommand)

/** The row of one of ours. */
export function findRow(name: BuiltInName): (typeof COMMAND_TABLE)[number] | undefined {
  return COMMAND_TABLE.find(row => row.name === name)
}

/** What became of a typed command: done here, for the agent, or for somebody else. */
export type TerminalCall =
  | { readonly kind: 'done' | 'agent' }
  | { readonly kind: 'elsewhere'; readonly name: string; readonly elsewhere: string }

/** Does what a prompt calls for, where that is the terminal's to do. */
export function runLocal(
  text: string,
  agents: readonly WireSlashCommand[] | null,
  { always, otherwise }: TerminalCommands,
): TerminalCall {
  const [, word = '', rest = ''] = /^\/(\S+)\s*([\s\S]*)$/.exec(text.trim()) ?? []
  const command = findCommand(agents ?? WHOLE_TABLE, word)
  const row = COMMAND_TABLE.find(({ name }) => name === command?.name)
  if (!command || !row) return { kind: 'agent' }
  if (always[row.name]?.(rest.trim())) return { kind: 'done' }
  if (agents === null || command.kind !== 'face') return { kind: 'agent' }
  if (otherwise[row.name]?.(rest.trim())) return { kind: 'done' }
  return { kind: 'elsewhere', name: row.name, elsewhere: row.elsewhere ?? 'antiphon -p' }
}

function findCommand(commands: readonly WireSlashCommand[], word: string): WireSlashCommand | undefined {
  return (
    commands.find(({ name }) => name === word) ??
    commands.find(({ aliases = [], builtin }) => builtin === true && aliases.includes(word))
  )
}
