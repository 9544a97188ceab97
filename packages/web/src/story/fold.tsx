import { type ReactElement, type ReactNode, useId } from 'react'
import { useFold } from './use-fold.ts'

export type FoldProps = {
  /** Names it for the memory of what is open. */
  readonly name: string
  readonly label: ReactNode
  readonly isOpenAtFirst?: boolean
  readonly children: () => ReactNode
}

/** Something that is drawn only once it is opened. */
export function Fold({ name, label, isOpenAtFirst = false, children }: FoldProps): ReactElement {
  const [isOpen, toggle] = useFold(name, isOpenAtFirst)
  const id = useId()
  return (
    <div className="fold">
      <button
        type="button"
        className="fold-head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        <span className="fold-sign" aria-hidden="true">
          {isOpen ? '▾' : '▸'}
        </span>
        {label}
      </button>
      {isOpen && (
        <div className="fold-body" id={id}>
          {children()}
        </div>
      )}
    </div>
  )
}
