/** What a key asks for, wherever the reader is. */
export type Command = 'next' | 'previous' | 'find' | 'sessions' | 'first' | 'last' | 'help' | 'close'

/** The key of each command, as the help sheet shows it. */
export const COMMAND_KEYS: Readonly<Record<Command, string>> = {
  next: 'j',
  previous: 'k',
  find: '/',
  sessions: 's',
  first: 'g',
  last: 'G',
  help: '?',
  close: 'Escape',
}

export type KeyPress = {
  readonly key: string
  readonly isTyping: boolean
  /** With Ctrl, Alt or Meta: the browser's, not the page's. */
  readonly isModified: boolean
}

/** The command of a key press; while somebody types only Escape is one. */
export function toCommand({ key, isTyping, isModified }: KeyPress): Command | undefined {
  if (isModified || (isTyping && key !== 'Escape')) return undefined
  const commands = Object.keys(COMMAND_KEYS) as readonly Command[] // the record's keys are its type's
  return commands.find(command => COMMAND_KEYS[command] === key)
}
