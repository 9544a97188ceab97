import { oneLine } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { Button } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import type { SessionState } from './session-state.ts'
import css from './story.module.css'

export type SessionNotesProps = {
  readonly state: SessionState
  readonly isEmpty: boolean
  readonly onRetry: () => void
}

/** What is to be said about a session beside its story. */
export function SessionNotes({ state, isEmpty, onRetry }: SessionNotesProps): ReactElement {
  const texts = useTexts()
  const isSilent = state.phase === 'ready' && isEmpty && state.from <= 0 && state.to >= state.end
  const isUnknown = state.failure === 'missing' && state.phase === 'failed'
  return (
    <div className={css.notes} role="status">
      {state.phase === 'loading' && <p className="note">{texts.loading}</p>}
      {state.failure && (
        <div className="note is-bad">
          {isUnknown ? texts.inSession.unknown : texts.failures[state.failure]}{' '}
          {oneLine(state.failureWords, 300)} <Button onClick={onRetry}>{texts.tryAgain}</Button>
        </div>
      )}
      {state.isLoadingOlder && <p className={`note ${css.floating}`}>{texts.loadingOlder}</p>}
      {state.isLoadingNewer && <p className={`note ${css.floating}`}>{texts.loadingNewer}</p>}
      {state.damage > 0 && <p className="note is-bad">{texts.damaged(state.damage)}</p>}
      {state.isGone && <p className="note is-bad">{texts.inSession.gone}</p>}
      {state.isAstray && <p className="note">{texts.inSession.astray}</p>}
      {state.wasRestarted && state.phase === 'ready' && !state.isGone && (
        <p className="note">{texts.restarted}</p>
      )}
      {isSilent && <p className="empty">{texts.emptySession}</p>}
    </div>
  )
}
