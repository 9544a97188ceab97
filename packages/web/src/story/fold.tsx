import { type ReactElement, type ReactNode, useId } from 'react'
import css from './fold.module.css'
import { useFold } from './use-fold.ts'

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
