import { type ReactElement, type ReactNode, useId, useState } from 'react'
import css from './fold.module.css'
import { useSessionContext } from './session-context.ts'

export type FoldProps = {
  /** Names it for the memory of what is open. */
  readonly name: string
  readonly label: ReactNode
  /** The beginning of what is in it. */
  readonly preview?: string
  readonly isOpenAtFirst?: boolean
  readonly children: () => ReactNode
}

/** Something that is drawn only once it is opened. */
export function Fold({ name, label, preview, isOpenAtFirst = false, children }: FoldProps): ReactElement {
  const [isOpen, toggle] = useFold(name, isOpenAtFirst)
  const id = useId()
  return (
    <div className="fold">
      <button
        type="button"
        className={css.head}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
        <span className={css.word}>{label}</span>
        {preview !== undefined && <span className={`ellipsis ${css.preview}`}>{preview}</span>}
      </button>
      {isOpen && (
        <div className={css.body} id={id}>
          {children()}
        </div>
      )}
    </div>
  )
}

/** Whether something is open, and how to change it; remembered while the session is. */
export function useFold(key: string, isOpenAtFirst = false): readonly [boolean, () => void] {
  const { folds } = useSessionContext()
  const [isOpen, setIsOpen] = useState(() => folds.get(key) ?? isOpenAtFirst)
  return [
    isOpen,
    () => {
      folds.set(key, !isOpen)
      setIsOpen(!isOpen)
    },
  ]
}
