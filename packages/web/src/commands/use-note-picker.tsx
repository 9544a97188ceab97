import { MEMORY_PLACES, type MemoryPlace, readMemoryNote, toMemoryCommand } from '@antiphon/core/ui'
import { NotebookPen } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useId, useState } from 'react'
import listCss from '../keyboard/option-list.module.css'
import { OptionList, useActiveOption } from '../keyboard/option-list.tsx'
import { useTexts } from '../page/page-context.ts'

export type NotePicker = {
  /** Where words behind `#` can be kept; null where there are none. */
  readonly list: ReactElement | null
  readonly listId: string | undefined
  readonly activeId: string | undefined
  /** True where a key is the picker's. */
  readonly takeKey: (event: KeyboardEvent) => boolean
}

export type UseNotePickerOptions = {
  readonly text: string
  /** Whether the agent keeps notes. */
  readonly isOffered: boolean
  /** Says the command that keeps the note. */
  readonly onKeep: (command: string) => void
}

/** Asks whose memory is meant by `#words`; who leaves it says the words as they are. */
export function useNotePicker({ text, isOffered, onKeep }: UseNotePickerOptions): NotePicker {
  const texts = useTexts().chat
  const listId = useId()
  const [isLeft, setIsLeft] = useState(false)
  const note = isOffered ? readMemoryNote(text) : null
  // Whoever begins anew is asked anew.
  if (text === '' && isLeft) setIsLeft(false)
  const isAsked = note !== null && !isLeft
  const active = useActiveOption(listId, isAsked ? MEMORY_PLACES.length : 0, '')

  function keep(place: MemoryPlace): void {
    if (note !== null) onKeep(toMemoryCommand(note, place))
  }
  function takeKey(event: KeyboardEvent): boolean {
    const place = isAsked ? MEMORY_PLACES[active.at] : undefined
    if (!place || event.nativeEvent.isComposing) return false
    if (event.key === 'Enter' && !event.shiftKey) keep(place)
    else if (event.key === 'Escape') setIsLeft(true)
    else if (!active.takeArrow(event)) return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  if (!isAsked) return { list: null, listId: undefined, activeId: undefined, takeKey }
  const list = (
    <div className={listCss.picker}>
      <OptionList
        label={texts.commands.notes}
        options={MEMORY_PLACES.map(place => ({
          key: place,
          place,
          icon: NotebookPen,
          label: texts.commands.notePlaces[place],
          detail: FILES[place],
        }))}
        active={active}
        onChoose={({ place }) => keep(place)}
        note={texts.commands.noteHint}
      />
    </div>
  )
  return { list, listId, activeId: active.id, takeKey }
}

const FILES: Readonly<Record<MemoryPlace, string>> = {
  project: 'CLAUDE.md',
  user: '~/.claude/CLAUDE.md',
  local: 'CLAUDE.local.md',
}
