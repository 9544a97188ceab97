import { type RefObject, useEffect, useEffectEvent } from 'react'

/** What a part of the page does on commands. */
type CommandHandlers = Partial<Readonly<Record<PageCommand, () => void>>>

/**
 * Hears the keys for a part of the page. A command goes to the part that has the focus, else to the part
 * that came last and knows it.
 */
export function useCommands(scope: RefObject<HTMLElement | null>, handlers: CommandHandlers): void {
  const latest = useEffectEvent(() => handlers)
  useEffect(() => {
    const listener: Listener = { scope, handlers: () => latest() }
    listeners.push(listener)
    if (listeners.length === 1) addEventListener('keydown', onKeyDown)
    return () => {
      listeners.splice(listeners.indexOf(listener), 1)
      if (listeners.length === 0) removeEventListener('keydown', onKeyDown)
    }
  }, [scope])
}

type Listener = {
  readonly scope: RefObject<HTMLElement | null>
  readonly handlers: () => CommandHandlers
}

const listeners: Listener[] = []

function onKeyDown(event: KeyboardEvent): void {
  // What a part has taken is not the page's any more; an open dialog has the keys for itself.
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return
  const isModified = event.ctrlKey || event.altKey || event.metaKey
  const command = toCommand({ key: event.key, isTyping: isTyping(event.target), isModified })
  const handler = command && findHandler(command)
  if (!handler) return
  event.preventDefault()
  handler()
}

function findHandler(command: PageCommand): (() => void) | undefined {
  const focused = listeners.filter(({ scope }) => scope.current?.contains(document.activeElement))
  for (const listener of [...listeners, ...focused].reverse()) {
    const handler = listener.handlers()[command]
    if (handler) return handler
  }
  return undefined
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

/** The key of each command, as the help sheet shows it. */
export const COMMAND_KEYS = {
  next: 'j',
  previous: 'k',
  find: '/',
  sidebar: '[',
  newChat: 'n',
  first: 'g',
  last: 'G',
  panel: ']',
  diff: 'd',
  foldTurn: 'x',
  foldTurns: 'X',
  copyAnswer: 'c',
  rewind: 'r',
  findHere: 'f',
  help: '?',
  close: 'Escape',
}

/** What a key asks for, wherever the reader is. */
export type PageCommand = keyof typeof COMMAND_KEYS

type KeyPress = {
  readonly key: string
  readonly isTyping: boolean
  /** With Ctrl, Alt or Meta: the browser's, not the page's. */
  readonly isModified: boolean
}

/** The command of a key press; while somebody types only Escape is one. */
export function toCommand({ key, isTyping, isModified }: KeyPress): PageCommand | undefined {
  if (isModified || (isTyping && key !== 'Escape')) return undefined
  const commands = Object.keys(COMMAND_KEYS) as readonly PageCommand[] // the record's keys are its type's
  return commands.find(command => keyOf(command) === key) ?? ALSO[key]
}

/** Keys that say what they do, also where a person chose another. */
const ALSO: Readonly<Record<string, PageCommand>> = { Home: 'first', End: 'last' }

let ownKeys: Readonly<Record<string, string>> = {}

/** Has the person's own keys asked for commands instead of the usual ones. */
export function setOwnKeys(keys: Readonly<Record<string, string>>): void {
  ownKeys = keys
}

/** The key of a command: the person's, else the usual one. */
export function keyOf(command: PageCommand): string {
  return (Object.hasOwn(ownKeys, command) && ownKeys[command]) || COMMAND_KEYS[command]
}
