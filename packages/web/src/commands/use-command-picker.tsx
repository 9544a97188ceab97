import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ChatCommand } from '@antiphon/server/protocol'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactElement, type RefObject, useId, useState } from 'react'
import listCss from '../keyboard/option-list.module.css'
import { OptionList, useActiveOption } from '../keyboard/option-list.tsx'
import type { Caret } from '../keyboard/use-caret.ts'
import { usePageChoices } from '../page/page-choices.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import type { AgentFinder } from './agent-finder.ts'
import { findCommandQuery } from './find-command-query.ts'
import { matchCommands } from './match-commands.ts'
import type { PageDoings } from './use-page-doings.ts'

export type CommandPicker = {
  /** The commands to choose from: name, what can be added to it, what it does; null where none fits. */
  readonly list: ReactElement | null
  /** The list and its active line, where one is shown. */
  readonly listId: string | undefined
  readonly activeId: string | undefined
  /** True where a key is the picker's. */
  readonly takeKey: (event: KeyboardEvent) => boolean
  /** Does a command that is the page's; false for everything else. */
  readonly doHere: (text: string) => boolean
}

export type UseCommandPickerOptions = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly caret: Caret
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>
  /** Whose commands are meant. */
  readonly agent: AgentFinder
  /** What the page does itself. */
  readonly doings: PageDoings
}

/** The commands that fit to what somebody types behind a slash. */
export function useCommandPicker(options: UseCommandPickerOptions): CommandPicker {
  const { text, onText, caret, fieldRef, agent, doings } = options
  const texts = useTexts().chat
  const listId = useId()
  const [left, setLeft] = useState<string>()
  const query = findCommandQuery(text, caret.at)
  // Whoever begins anew is asked anew.
  if (query === undefined && left !== undefined) setLeft(undefined)
  const isAsked = query !== undefined && query !== left
  const all = useChatCommands(isAsked, agent).filter(
    ({ kind, name }) => kind !== 'face' || doings[name] !== undefined,
  )
  const commands = isAsked ? matchCommands(query, all) : []
  const active = useActiveOption(listId, commands.length, query ?? '')

  function choose(name: string): void {
    const words = `/${name} `
    onText(words + text.slice(caret.at).trimStart())
    fieldRef.current?.focus()
    caret.place(words.length)
  }
  const doHere = (typed: string): boolean => doByPage(typed, { all, doings })
  function takeKey(event: KeyboardEvent): boolean {
    const command = commands[active.at]
    if (!command || event.nativeEvent.isComposing) return false
    // Who has typed a name to its end sends it.
    const isChosen = event.key === 'Enter' && !event.shiftKey && command.name !== query
    if (isChosen || event.key === 'Tab') choose(command.name)
    else if (event.key === 'Escape') setLeft(query)
    else if (!active.takeArrow(event)) return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  if (commands.length === 0) return { list: null, listId: undefined, activeId: undefined, takeKey, doHere }
  const list = (
    <div className={listCss.picker}>
      <OptionList
        label={texts.commands.list}
        options={commands.map(command => ({ key: command.name, ...describe(command) }))}
        active={active}
        onChoose={({ key }) => choose(key)}
        note={texts.context.found(commands.length)}
      />
    </div>
  )
  return { list, listId, activeId: active.id, takeKey, doHere }
}

/** What another program calls by the same name stays its own. */
function doByPage(
  typed: string,
  { all, doings }: { readonly all: readonly ChatCommand[]; readonly doings: PageDoings },
): boolean {
  const [, called = '', args = ''] = /^\/([\p{L}\p{N}_:-]+)(?:\s+([\s\S]*))?$/u.exec(typed.trim()) ?? []
  const command = all.find(({ name, aliases }) => name === called || aliases?.includes(called))
  if (command && command.source !== 'built-in') return false
  return doings[command?.name ?? called]?.(args.trim()) ?? false
}

function describe({ name, argumentHint, description }: ChatCommand): {
  readonly label: ReactElement
  readonly detail: string
} {
  const label = (
    <>
      /{name}
      {argumentHint !== '' && (
        <span className={listCss.detail}> {oneLine(stripControl(argumentHint), 60)}</span>
      )}
    </>
  )
  return { label, detail: oneLine(stripControl(description), 160) }
}

/** What can be called, asked for whenever somebody begins to, in the page's language where it has words in it. */
function useChatCommands(isAsked: boolean, agent: AgentFinder): readonly ChatCommand[] {
  const client = useClient()
  const { language } = usePageChoices()
  const { data: commands = [] } = useQuery({
    queryKey: ['commands', agent.key],
    enabled: isAsked && agent.key !== undefined,
    // Whoever sends what cannot be called hears what is wrong.
    async queryFn({ signal }) {
      const chat = await agent.find()
      return chat === null ? [] : (await client.get('chat/state', { chat }, signal)).commands
    },
  })
  return language === 'zh-CN' ? commands.map(command => ({ ...command, ...command.chinese })) : commands
}
