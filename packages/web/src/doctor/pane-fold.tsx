import type { ReactElement, ReactNode } from 'react'
import css from './pane-fold.module.css'

export type PaneFoldProps = { readonly title: string; readonly children: ReactNode }

/** A part of what is told of a session, closed at first. */
export function PaneFold({ title, children }: PaneFoldProps): ReactElement {
  return (
    <details className={css.fold}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
