import { ChevronRight } from 'lucide-react'
import { type ReactElement, type ReactNode, useId, useSyncExternalStore } from 'react'
import { classNames } from '../controls/class-names.ts'
import { Icon } from '../controls/icon.tsx'
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
        <Chevron isOpen={isOpen} />
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

/** Points right at what is folded and down at what is open. */
export function Chevron({ isOpen }: { readonly isOpen: boolean }): ReactElement {
  return <Icon of={ChevronRight} size={14} className={classNames(css.chevron, isOpen && css.isOpen)} />
}

/** Whether something is open, and how to change it; remembered as long as the window is there. */
export function useFold(key: string, isOpenAtFirst = false): readonly [boolean, () => void] {
  const { folds } = useSessionContext()
  const read = (): boolean => folds.get(key) ?? isOpenAtFirst
  const isOpen = useSyncExternalStore(folds.subscribe, read, read)
  return [isOpen, () => folds.set(key, !isOpen)]
}
