import { type KeyboardEvent, type ReactElement, type RefObject, useLayoutEffect } from 'react'
import { useTexts } from '../page/page-context.ts'

export type ComposerFieldProps = {
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly placeholder: string
  /** The picker's list while a mention is typed. */
  readonly listId: string | undefined
  readonly activeId: string | undefined
  readonly onText: (text: string, caret: number) => void
  readonly onCaret: (caret: number) => void
  readonly onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/** Where somebody writes; it grows with the text. */
export function ComposerField(props: ComposerFieldProps): ReactElement {
  const { fieldRef, text, placeholder, listId, activeId, onText, onCaret, onKey } = props
  const texts = useTexts()
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height follows from the text
  useLayoutEffect(() => {
    const field = fieldRef.current
    // Where the style sheet can do it, it does it better: it knows of widths, too.
    if (!field || CSS.supports('field-sizing', 'content')) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight + 2}px`
  }, [fieldRef, text])
  return (
    <textarea
      ref={fieldRef}
      className="field composer-field"
      rows={1}
      aria-label={texts.chat.composer}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-controls={listId}
      aria-activedescendant={listId === undefined ? undefined : activeId}
      title={texts.chat.sendKeys}
      placeholder={placeholder}
      value={text}
      onChange={event => onText(event.target.value, event.target.selectionStart)}
      onSelect={event => onCaret(event.currentTarget.selectionStart)}
      onKeyDown={onKey}
    />
  )
}
