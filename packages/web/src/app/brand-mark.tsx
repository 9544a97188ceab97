import type { ReactElement } from 'react'
import css from './shell.module.css'

/** Three voices, the middle one answering: the sign of the page. */
export function BrandMark(): ReactElement {
  return (
    <svg className={css.mark} viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5.5" fill="var(--ink)" />
      <rect x="5" y="4.5" width="2.4" height="7" rx="1.2" fill="var(--on-ink)" />
      <rect x="8.9" y="8.5" width="2.4" height="7" rx="1.2" fill="var(--on-ink)" opacity=".55" />
      <rect x="12.8" y="4.5" width="2.4" height="7" rx="1.2" fill="var(--on-ink)" />
    </svg>
  )
}
