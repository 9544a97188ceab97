import type { WireSlashCommand } from '@antiphon/core/wire'
import type { ReplTexts } from './repl-texts.ts'

/** What the terminal itself can do on a word. */
export type LocalActions = {
  readonly help: () => void
  readonly clear: () => void
  readonly exit: () => void
  readonly resume: (argument: string) => void
  readonly rename: (argument: string) => void
  readonly model: (argument: string) => void
  readonly mode: (argument: string) => void
  readonly rewind: () => void
  readonly status: () => void
  readonly todos: () => void
}

type LocalName = keyof LocalActions

/** These only the terminal can do; the others are the agent's where it has them. */
const OWN: ReadonlySet<string> = new Set<LocalName>([
  'help',
  'clear',
  'exit',
  'resume',
  'rewind',
  'mode',
  'todos',
  'model',
])
const ALIASES: ReadonlyMap<string, LocalName> = new Map([
  ['quit', 'exit'],
  ['new', 'clear'],
  ['continue', 'resume'],
  ['checkpoint', 'rewind'],
])
const HINTS: Readonly<Record<LocalName, string>> = {
  help: '',
  clear: '',
  exit: '',
  resume: '[session]',
  rename: '<name>',
  model: '[model]',
  mode: '[mode]',
  rewind: '',
  status: '',
  todos: '',
}

/** Every command that can be called: the agent's, and the terminal's own beside and before them. */
export function listCommands(
  agents: readonly WireSlashCommand[],
  texts: ReplTexts,
): readonly WireSlashCommand[] {
  const names = Object.keys(HINTS) as readonly LocalName[]
  const has = new Set(agents.map(({ name }) => name))
  const own = names
    .filter(name => OWN.has(name) || !has.has(name))
    .map(name => ({ name, description: texts.commands[name] ?? '', argumentHint: HINTS[name] }))
  const taken = new Set<string>(own.map(({ name }) => name))
  return [...own, ...agents.filter(({ name }) => !taken.has(name))].toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  )
}

/** Does what a prompt calls for, where that is the terminal's to do; false where it is the agent's. */
export function runLocal(text: string, actions: LocalActions, agents: readonly WireSlashCommand[]): boolean {
  const [, word = '', argument = ''] = /^\/(\S+)\s*([\s\S]*)$/.exec(text.trim()) ?? []
  const name = ALIASES.get(word) ?? word
  if (!Object.hasOwn(HINTS, name)) return false
  if (!OWN.has(name) && agents.some(command => command.name === name)) return false
  actions[name as LocalName](argument.trim())
  return true
}
