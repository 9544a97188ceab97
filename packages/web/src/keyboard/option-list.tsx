import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../controls/icon.tsx'
import css from './option-list.module.css'

/** The option that the arrows have come to. */
export type ActiveOption = {
  readonly listId: string
  readonly at: number
  /** Its element; undefined where there is none. */
  readonly id: string | undefined
  readonly set: (index: number) => void
  /** True where a key was an arrow. */
  readonly takeArrow: (event: KeyboardEvent) => boolean
}

/** Walks through so many options; another question begins at its first answer. */
export function useActiveOption(listId: string, count: number, question: string): ActiveOption {
  const [active, set] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is the reason
  useEffect(() => set(0), [question])
  const at = Math.min(active, count - 1)
  function takeArrow({ key }: KeyboardEvent): boolean {
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step !== 0) set((at + step + count) % Math.max(1, count))
    return step !== 0
  }
  return { listId, at, id: count > 0 ? `${listId}-${at}` : undefined, set, takeArrow }
}

export type ListOption = {
  readonly key: string
  readonly icon?: LucideIcon
  readonly label: ReactNode
  readonly detail: string
  readonly isDisabled?: boolean
}

export type OptionListProps<Option> = {
  readonly label: string
  readonly options: readonly Option[]
  readonly active: ActiveOption
  readonly onChoose: (option: Option) => void
  /** How many there are, or why there is none. */
  readonly note: string
}

/** Options of a field; the focus stays there, where the keys are, and it names the active one. */
export function OptionList<Option extends ListOption>(props: OptionListProps<Option>): ReactElement {
  const { label, options, active, onChoose, note } = props
  const listRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const option = active.id && listRef.current?.querySelector(`#${CSS.escape(active.id)}`)
    if (option) option.scrollIntoView({ block: 'nearest' })
  }, [active.id])
  return (
    <>
      {/* What scrolls must be reachable by keyboard. */}
      <div
        className={css.list}
        id={active.listId}
        ref={listRef}
        role="listbox"
        tabIndex={0}
        aria-label={label}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={option.key}
            id={`${active.listId}-${index}`}
            className={css.option}
            role="option"
            aria-selected={index === active.at}
            aria-disabled={option.isDisabled}
            onPointerDown={event => event.preventDefault()}
            onPointerMove={() => index !== active.at && active.set(index)}
            onClick={() => onChoose(option)}
          >
            {option.icon && <Icon of={option.icon} />}
            <span className={css.label}>{option.label}</span>
            <span className={css.detail} title={option.detail}>
              {option.detail}
            </span>
          </div>
        ))}
      </div>
      <p className={css.note} role="status">
        {note}
      </p>
    </>
  )
}
