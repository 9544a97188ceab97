import type { ReactElement } from 'react'

/** A share from 0 to 1 as a bar with its number. */
export function ShareBar({ share, words }: { readonly share: number; readonly words: string }): ReactElement {
  return (
    <span className="share">
      <span className="share-room" aria-hidden="true">
        <span className="share-bar" style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
      </span>
      {words}
    </span>
  )
}
