import {
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { OptionList, useActiveOption } from '../keyboard/option-list.tsx'
import { useTexts } from '../page/page-context.ts'
import type { ContextPickerProps } from './context-picker-props.ts'
import { PickerForm } from './picker-form.tsx'
import { type ContextKind, computePickerOptions, type PickerOption } from './picker-options.ts'
import { useSuggestions } from './use-suggestions.ts'

/** Looks for something to attach: kinds, what is found as one types, and forms for what cannot be found. */
export function ContextPicker(props: ContextPickerProps): ReactElement {
  const { agent, selected, mention, listId, handleRef, onActive, onAttach, onNarrow, onForm, onClose } = props
  const texts = useTexts().chat.context
  const [typed, setTyped] = useState('')
  const [kind, setKind] = useState<ContextKind>()
  const [form, setForm] = useState(props.form)
  const [isAwaited, setIsAwaited] = useState(false)
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
    <div className="picker" {...(mention === undefined && { role: 'dialog', 'aria-label': texts.add })}>
      {mention === undefined && (
        <PickerField listId={listId} activeId={active.id} value={typed} onValue={setTyped} onKey={takeKey} />
      )}
      {kind !== undefined && (
        <button type="button" className="picker-kind" onClick={() => setKind(undefined)}>
          ‹ {texts.back} · {texts.kinds[kind]}
        </button>
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

type PickerFieldProps = {
  readonly listId: string
  readonly activeId: string | undefined
  readonly value: string
  readonly onValue: (value: string) => void
  readonly onKey: (event: KeyboardEvent) => void
}

function PickerField({ listId, activeId, value, onValue, onKey }: PickerFieldProps): ReactElement {
  const texts = useTexts().chat.context
  const fieldRef = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => fieldRef.current?.focus(), [])
  return (
    <input
      ref={fieldRef}
      id={id}
      className="field picker-field"
      type="text"
      role="combobox"
      aria-label={texts.search}
      aria-expanded="true"
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={activeId}
      autoComplete="off"
      spellCheck={false}
      placeholder={texts.searchHint}
      value={value}
      onChange={event => onValue(event.target.value)}
      onKeyDown={onKey}
    />
  )
}
