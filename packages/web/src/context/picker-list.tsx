import { type ReactElement, useEffect, useRef } from 'react'
import { useTexts } from '../page/page-context.ts'
import type { PickerOption } from './picker-options.ts'
import type { Suggestions } from './use-suggestions.ts'

export type PickerListProps = {
  readonly listId: string
  readonly options: readonly PickerOption[]
  readonly suggestions: Suggestions
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onChoose: (option: PickerOption) => void
}

/** The lines of the picker; the focus stays in the field, which names the active line. */
export function PickerList(props: PickerListProps): ReactElement {
  const { listId, options, suggestions, active, onActive, onChoose } = props
  const texts = useTexts().chat.context
  const listRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    listRef.current
      ?.querySelector(`#${CSS.escape(`${listId}-${active}`)}`)
      ?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])
  return (
    <>
      <div className="picker-list" id={listId} ref={listRef} role="listbox" aria-label={texts.suggestions}>
        {options.map((option, index) => (
          // The focus stays in the field, which has the keys.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={option.key}
            id={`${listId}-${index}`}
            className={index === active ? 'picker-option is-active' : 'picker-option'}
            role="option"
            aria-selected={index === active}
            aria-disabled={option.isDisabled}
            onPointerDown={event => event.preventDefault()}
            onPointerMove={() => index !== active && onActive(index)}
            onClick={() => onChoose(option)}
          >
            <span className="picker-icon" aria-hidden="true">
              {option.icon}
            </span>
            <span className="picker-label">{option.label}</span>
            <span className="picker-detail">{option.detail}</span>
          </div>
        ))}
      </div>
      <p className="picker-note" role="status">
        {suggestions.isLooking
          ? texts.looking
          : suggestions.hasFailed
            ? texts.failed
            : options.length === 0
              ? texts.nothing
              : texts.found(options.length)}
      </p>
    </>
  )
}
