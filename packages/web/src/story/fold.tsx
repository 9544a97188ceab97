import { type ReactElement, type ReactNode, useId, useSyncExternalStore } from 'react'
import { FoldHead } from '../controls/fold-head.tsx'
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
      <FoldHead className={css.head} isOpen={isOpen} body={id} onClick={toggle}>
        <span className={css.word}>{label}</span>
        {preview !== undefined && <span className={`ellipsis ${css.preview}`}>{preview}</span>}
      </FoldHead>
      {isOpen && (
        <div className={css.body} id={id}>
          {children()}
        </div>
      )}
    </div>
  )
}

/** Whether something is open, and how to change it; remembered as long as the window is there. */
export function useFold(key: string, isOpenAtFirst = false): readonly [boolean, () => void] {
  const { folds } = useSessionContext()
  const read = (): boolean => folds.get(key) ?? isOpenAtFirst
  const isOpen = useSyncExternalStore(folds.subscribe, read, read)
  return [isOpen, () => folds.set(key, !isOpen)]
}
