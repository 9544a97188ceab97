import type { ChatCommand } from '@antiphon/server/protocol'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { useCaretPlace } from '../keyboard/use-caret-place.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import type { AgentFinder } from './agent-finder.ts'
import { findCommandQuery } from './find-command-query.ts'
import { matchCommands } from './match-commands.ts'

export type CommandPicker = {
  readonly isShown: boolean
  readonly listId: string
  readonly activeId: string | undefined
  readonly commands: readonly ChatCommand[]
  readonly active: number
  readonly setActive: (index: number) => void
  readonly choose: (command: ChatCommand) => void
  /** True where a key is the picker's. */
  readonly takeKey: (event: KeyboardEvent) => boolean
  readonly setCaret: (caret: number) => void
}

export type UseCommandPickerOptions = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>
  /** Whose commands are meant. */
  readonly agent: AgentFinder
}

/** The commands that fit to what somebody types behind a slash. */
export function useCommandPicker(options: UseCommandPickerOptions): CommandPicker {
  const { text, onText, fieldRef, agent } = options
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const placeCaret = useCaretPlace(fieldRef)
  const [active, setActive] = useState(0)
  const [left, setLeft] = useState<string>()
  const query = findCommandQuery(text, caret)
  // Whoever begins anew is asked anew.
  if (query === undefined && left !== undefined) setLeft(undefined)
  const isAsked = query !== undefined && query !== left
  const all = useCommands(isAsked, agent)
  const commands = isAsked ? matchCommands(query, all) : []
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins at its first answer
  useEffect(() => setActive(0), [query])
  const at = Math.min(active, commands.length - 1)
  const isShown = commands.length > 0

  function choose({ name }: ChatCommand): void {
    const words = `/${name} `
    onText(words + text.slice(caret).trimStart())
    setCaret(words.length)
    fieldRef.current?.focus()
    placeCaret(words.length)
  }
  function takeKey(event: KeyboardEvent): boolean {
    const command = commands[at]
    if (!isShown || !command || event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown') setActive((at + 1) % commands.length)
    else if (event.key === 'ArrowUp') setActive((at - 1 + commands.length) % commands.length)
    else if (event.key === 'Escape') setLeft(query)
    // Who has typed a name to its end sends it.
    else if (event.key === 'Enter' && !event.shiftKey && command.name !== query) choose(command)
    else if (event.key === 'Tab') choose(command)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    ...{ isShown, listId, commands, active: at, setActive, choose, takeKey, setCaret },
    activeId: isShown ? `${listId}-${at}` : undefined,
  }
}

/** What can be called, asked for whenever somebody begins to; what is built in speaks the page's language. */
function useCommands(isAsked: boolean, agent: AgentFinder): readonly ChatCommand[] {
  const client = useClient()
  const { builtIn } = useTexts().chat.commands
  const { data: commands = [] } = useQuery({
    queryKey: ['commands', agent.key],
    enabled: isAsked && agent.key !== undefined,
    // Whoever sends what cannot be called hears what is wrong.
    async queryFn({ signal }) {
      const chat = await agent.find()
      return chat === null ? [] : (await client.readChat({ chat }, signal)).commands
    },
  })
  return commands.map(command => {
    const known = command.builtin === true ? builtIn[command.name] : undefined
    return known === undefined ? command : { ...command, ...known }
  })
}
