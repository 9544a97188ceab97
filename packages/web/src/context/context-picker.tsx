import type { AttachedContext, ContextSuggestion } from '@antiphon/server/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { pause } from '../browser/pause.ts'
import { createFailure } from '../client/failure.ts'
import type { AgentFinder } from '../commands/agent-finder.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/fields.tsx'
import listCss from '../keyboard/option-list.module.css'
import { OptionList, useActiveOption } from '../keyboard/option-list.tsx'
import { useClient, useTexts } from '../page/page-context.ts'
import css from './context.module.css'
import { PickerForm } from './picker-form.tsx'
import { type ContextKind, computePickerOptions, type FormKind, type PickerOption } from './picker-options.ts'

/** What the field in which somebody types a mention may ask of the picker. */
export type PickerHandle = {
  /** True where the key was the picker's. */
  readonly takeKey: (event: KeyboardEvent) => boolean
}

export type ContextPickerProps = {
  /** In whose folder to look. */
  readonly agent: AgentFinder
  /** The text that is selected on the page. */
  readonly selected: string
  /** What was typed behind an `@`; the picker has a field of its own without it. */
  readonly mention?: string | undefined
  readonly form?: FormKind | undefined
  readonly listId: string
  readonly handleRef?: RefObject<PickerHandle | null>
  readonly onActive?: (optionId: string | undefined) => void
  readonly onAttach: (attached: AttachedContext) => void
  /** Somebody wants to add a picture. */
  readonly onImage: () => void
  /** A kind was chosen: what was typed to find it is no query any more. */
  readonly onNarrow?: () => void
  /** A form needs the focus, which a mention cannot give away by itself. */
  readonly onForm?: (form: FormKind) => void
  readonly onClose: () => void
}

/** Looks for something to attach: kinds, what is found as one types, and forms for what cannot be found. */
export function ContextPicker(props: ContextPickerProps): ReactElement {
  const {
    agent,
    selected,
    mention,
    listId,
    handleRef,
    onActive,
    onAttach,
    onImage,
    onNarrow,
    onForm,
    onClose,
  } = props
  const texts = useTexts().chat.context
  const [typed, setTyped] = useState('')
  const [kind, setKind] = useState<ContextKind>()
  const [form, setForm] = useState(props.form)
  const [isAwaited, setIsAwaited] = useState(false)
  const fieldRef = useRef<HTMLInputElement>(null)
  useEffect(() => fieldRef.current?.focus(), [])
  const query = mention ?? typed
  const suggestions = useSuggestions({ agent, kind, query })
  const { found, isLooking } = suggestions
  const options = useMemo(
    () => computePickerOptions({ query, kind, suggestions: found, selected, texts }),
    [query, kind, found, selected, texts],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer to another question is not the one that was meant
  useEffect(() => setIsAwaited(false), [query, kind])
  const active = useActiveOption(listId, options.length, `${kind} ${query}`)
  useEffect(() => onActive?.(form === undefined ? active.id : undefined), [onActive, active.id, form])

  function choose({ choice }: PickerOption): void {
    if (choice.kind === 'attach') onAttach(choice.attached)
    else if (choice.kind === 'image') onImage()
    else if (choice.kind === 'form') (onForm ?? setForm)(choice.form)
    else if (choice.kind === 'narrow') {
      setKind(choice.to)
      setTyped('')
      onNarrow?.()
    }
  }
  function takeKey(event: KeyboardEvent): boolean {
    const option = options[active.at]
    if (event.nativeEvent.isComposing) return false
    if ((event.key === 'Enter' && !event.shiftKey) || (event.key === 'Tab' && mention !== undefined)) {
      if (isLooking && (option === undefined || isFound(option))) setIsAwaited(true)
      else if (option) choose(option)
      else return false
    } else if (event.key === 'Escape') onClose()
    else if (event.key === 'Backspace' && query === '' && kind !== undefined) setKind(undefined)
    else if (!active.takeArrow(event)) return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  // Who pressed Enter before the answer was there meant its first line, not one of the answer before.
  useEffect(() => {
    if (!isAwaited || isLooking) return
    setIsAwaited(false)
    const first = options[0]
    if (first && isFound(first)) choose(first)
  })
  useImperativeHandle(handleRef, () => ({ takeKey }))

  if (form !== undefined) return <PickerForm form={form} onAttach={onAttach} onClose={onClose} />
  return (
    <div
      className={listCss.picker}
      // What is found meanwhile must not move the line that somebody is about to click.
      data-steady={isLooking || options.length > 0}
      {...(mention === undefined && { role: 'dialog', 'aria-label': texts.add })}
    >
      {mention === undefined && (
        <TextField
          ref={fieldRef}
          className={css.search}
          icon={Search}
          type="text"
          role="combobox"
          aria-label={texts.search}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active.id}
          autoComplete="off"
          spellCheck={false}
          placeholder={texts.searchHint}
          value={typed}
          onChange={event => setTyped(event.target.value)}
          onKeyDown={takeKey}
        />
      )}
      {kind !== undefined && (
        <Button look="quiet" icon={ChevronLeft} className={css.back} onClick={() => setKind(undefined)}>
          {texts.back} · {texts.kinds[kind]}
        </Button>
      )}
      <OptionList {...{ options, active }} label={texts.suggestions} onChoose={choose} note={describe()} />
    </div>
  )

  function describe(): string {
    if (isLooking) return texts.looking
    if (suggestions.hasFailed) return texts.failed
    return options.length === 0 ? texts.nothing : texts.found(options.length)
  }
}

function isFound({ choice }: PickerOption): boolean {
  return choice.kind === 'attach' && choice.attached.reference.type !== 'SelectionReference'
}

type Suggestions = {
  readonly found: readonly ContextSuggestion[]
  readonly isLooking: boolean
  readonly hasFailed: boolean
}

type UseSuggestionsOptions = {
  /** In whose folder to look. */
  readonly agent: AgentFinder
  readonly kind: ContextKind | undefined
  readonly query: string
}

/** What could be attached, as somebody types; what was found before stays until the next is there. */
function useSuggestions({ agent, kind, query }: UseSuggestionsOptions): Suggestions {
  const client = useClient()
  const { data, isError, isFetching } = useQuery({
    queryKey: ['suggestions', agent.key, kind, query],
    enabled: agent.key !== undefined,
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      // Whoever types on is not asked about every letter.
      await pause(PAUSE_MS, signal)
      // Whoever has left starts no agent.
      signal.throwIfAborted()
      const chat = await agent.find()
      if (chat === null) throw createFailure('missing', 'There is no agent.')
      return await client.get('chat/context', { chat, query, ...(kind && { kind }) }, signal)
    },
  })
  const isLooking = isFetching || agent.key === undefined
  return { found: (!isError && data) || NOTHING, isLooking, hasFailed: isError && !isLooking }
}

const NOTHING: readonly ContextSuggestion[] = []
const PAUSE_MS = 60
