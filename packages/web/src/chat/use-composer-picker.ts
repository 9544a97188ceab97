import { addAttached } from '@antiphon/core/chat'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { useCloseOutside } from '../browser/use-close-outside.ts'
import type { ContextPickerProps, PickerHandle } from '../context/context-picker.tsx'
import type { FormKind } from '../context/picker-options.ts'
import { useMention } from '../context/use-mention.ts'
import { useSelectedText } from '../context/use-selected-text.ts'
import type { Caret } from '../keyboard/use-caret.ts'
import type { Draft } from './use-draft.ts'

export type ComposerPicker = {
  /** The picker as it is to be shown now. */
  readonly shown: { readonly key: string; readonly props: Omit<ContextPickerProps, 'agent'> } | undefined
  /** Whether the button opened it. */
  readonly isOpen: boolean
  readonly toggle: () => void
  /** The list while a mention is typed, and its active line. */
  readonly mentionListId: string | undefined
  readonly activeId: string | undefined
  /** True where a key is the picker's. */
  readonly takeKey: (event: KeyboardEvent) => boolean
  /** Somebody goes on writing. */
  readonly close: () => void
  readonly leaveMention: (start: number) => void
}

export type UseComposerPickerOptions = {
  readonly draft: Draft
  readonly setDraft: (change: (draft: Draft) => Draft) => void
  readonly caret: Caret
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>
  readonly boxRef: RefObject<HTMLElement | null>
  /** Somebody wants to add a picture. */
  readonly onImage: () => void
}

/** Both ways to context, the button and the `@`, into the same draft. */
export function useComposerPicker(options: UseComposerPickerOptions): ComposerPicker {
  const { draft, setDraft, caret, fieldRef, boxRef, onImage } = options
  const [opened, setOpened] = useState<'menu' | FormKind>()
  const [activeId, setActiveId] = useState<string>()
  const pickerRef = useRef<PickerHandle>(null)
  const selected = useSelectedText(boxRef)
  const listId = useId()
  const mention = useMention({
    text: draft.text,
    onText: text => setDraft(before => ({ ...before, text })),
    caret,
  })
  const isOpen = opened !== undefined
  const isMentioning = !isOpen && mention.query !== undefined
  useCloseOutside({ boxRef, isOpen, onClose: () => setOpened(undefined) })

  function close(): void {
    if (isMentioning) mention.leave()
    setOpened(undefined)
    fieldRef.current?.focus()
  }
  const common: Omit<ContextPickerProps, 'agent'> = {
    selected: selected.current,
    listId,
    handleRef: pickerRef,
    onActive: setActiveId,
    onClose: close,
    onImage() {
      if (isMentioning) mention.replaceBy('')
      setOpened(undefined)
      onImage()
    },
    onAttach(attached) {
      if (isMentioning) mention.replaceBy('')
      setDraft(before => ({ ...before, contexts: addAttached(before.contexts, attached) }))
      setOpened(undefined)
      fieldRef.current?.focus()
    },
  }
  const mentioning: Partial<ContextPickerProps> = {
    mention: mention.query,
    onNarrow: () => mention.replaceBy('@'),
    onForm(form) {
      mention.replaceBy('')
      setOpened(form)
    },
  }
  return {
    shown: isOpen
      ? { key: opened, props: { ...common, form: opened === 'menu' ? undefined : opened } }
      : isMentioning
        ? { key: 'mention', props: { ...common, ...mentioning } }
        : undefined,
    isOpen,
    toggle: () => setOpened(isOpen ? undefined : 'menu'),
    mentionListId: isMentioning ? listId : undefined,
    activeId,
    takeKey: event => isMentioning && pickerRef.current?.takeKey(event) === true,
    close: () => setOpened(undefined),
    leaveMention: mention.leave,
  }
}
