import type { ReactElement } from 'react'
import css from './table.module.css'

/** A share from 0 to 1 as a bar with its number. */
export function ShareBar({ share, words }: { readonly share: number; readonly words: string }): ReactElement {
  return (
    <span className={css.share}>
      <span className={css.room} aria-hidden="true">
        <span className={css.bar} style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
      </span>
      {words}
    </span>
  )
}
