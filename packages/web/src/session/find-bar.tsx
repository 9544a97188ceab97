import type { ReactElement, RefObject } from 'react'
import { useTexts } from '../page/page-context.ts'
import css from './head.module.css'
import type { Find } from './use-find.ts'

export type FindBarProps = { readonly fieldRef: RefObject<HTMLInputElement | null>; readonly find: Find }

/** Finds in a session. */
export function FindBar({ fieldRef, find }: FindBarProps): ReactElement {
  const { query, found, isFinding, current, setQuery, move } = find
  const texts = useTexts()
  const nothing = isFinding ? texts.inSession.finding : texts.inSession.findNothing
  const note = found.length === 0 ? nothing : texts.findCount(current + 1, found.length)
  return (
    <search className={`row ${css.find}`}>
      <input
        ref={fieldRef}
        type="search"
        className="field"
        aria-label={texts.find}
        placeholder={texts.inSession.findHint}
        value={query}
        onChange={event => setQuery(event.target.value)}
        onKeyDown={event => event.key === 'Enter' && move(event.shiftKey ? -1 : 1)}
      />
      {query !== '' && (
        <>
          <span className={`fine ${css.count}`} role="status">
            {note}
          </span>
          <button type="button" className="icon-button" aria-label={texts.previous} onClick={() => move(-1)}>
            ↑
          </button>
          <button type="button" className="icon-button" aria-label={texts.next} onClick={() => move(1)}>
            ↓
          </button>
        </>
      )}
    </search>
  )
}
