import type { ReactElement } from 'react'
import { Button } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import type { SessionsState } from './sessions-state.ts'

export type SessionsEmptyProps = {
  readonly state: SessionsState
  readonly isFiltered: boolean
  readonly onReload: () => void
}

/** Why the list is empty, and what to do. */
export function SessionsEmpty({ state, isFiltered, onReload }: SessionsEmptyProps): ReactElement | null {
  const texts = useTexts()
  if (state.phase === 'failed' && state.failure !== null)
    return (
      <div className="empty" role="alert">
        <p>{texts.failures[state.failure]}</p>
        <Button onClick={onReload}>{texts.tryAgain}</Button>
      </div>
    )
  if (state.phase === 'listing') return null
  if (isFiltered && state.rows.size > 0) return <p className="empty">{texts.nothingMatches}</p>
  return (
    <div className="empty">
      <h2>{texts.noSessions}</h2>
      <p>{texts.noSessionsHint}</p>
    </div>
  )
}
