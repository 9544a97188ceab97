import type { ReactElement, RefObject } from 'react'
import { useTexts } from '../page/page-context.ts'
import css from './head.module.css'

export type FindBarProps = {
  readonly fieldRef: RefObject<HTMLInputElement | null>
  readonly query: string
  readonly found: number
  readonly isFinding: boolean
  /** Which of the found is shown, from 0; -1 for none. */
  readonly current: number
  readonly onQuery: (query: string) => void
  readonly onMove: (step: 1 | -1) => void
}

/** Finds in a session. */
export function FindBar(props: FindBarProps): ReactElement {
  const { fieldRef, query, found, isFinding, current, onQuery, onMove } = props
  const texts = useTexts()
  const nothing = isFinding ? texts.inSession.finding : texts.inSession.findNothing
  const note = found === 0 ? nothing : texts.findCount(current + 1, found)
  return (
    <search className={`row ${css.find}`}>
      <input
        ref={fieldRef}
        type="search"
        className="field"
        aria-label={texts.find}
        placeholder={texts.inSession.findHint}
        value={query}
        onChange={event => onQuery(event.target.value)}
        onKeyDown={event => event.key === 'Enter' && onMove(event.shiftKey ? -1 : 1)}
      />
      {query !== '' && (
        <>
          <span className={`fine ${css.count}`} role="status">
            {note}
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={texts.previous}
            onClick={() => onMove(-1)}
          >
            ↑
          </button>
          <button type="button" className="icon-button" aria-label={texts.next} onClick={() => onMove(1)}>
            ↓
          </button>
        </>
      )}
    </search>
  )
}
