import type { TurnOutline } from '@antiphon/server/protocol'
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type ReactElement, type RefObject, useEffect } from 'react'
import { IconButton } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { useTexts } from '../page/page-context.ts'
import css from './find.module.css'
import type { Find } from './use-find.ts'

export type FindBarProps = {
  readonly fieldRef: RefObject<HTMLInputElement | null>
  readonly find: Find
  readonly turns: TurnOutline | undefined
  /** Whether the field takes the focus when it appears. */
  readonly takesFocus: boolean
  readonly onClose: () => void
}

/** Finds in a session; closed, it folds back what it opened. */
export function FindBar({ fieldRef, find, turns, takesFocus, onClose }: FindBarProps): ReactElement {
  const { query, found, isFinding, current, setQuery, move } = find
  const texts = useTexts()
  useEffect(() => {
    if (takesFocus) fieldRef.current?.focus()
  }, [takesFocus, fieldRef])
  const nothing = isFinding ? texts.inSession.finding : texts.inSession.findNothing
  const seq = found[current]?.seq
  const turn = seq === undefined ? undefined : turns?.turns.findLast(one => one.seq <= seq)?.number
  return (
    <search className={css.find}>
      <Icon of={Search} />
      <input
        ref={fieldRef}
        aria-label={texts.find}
        placeholder={texts.inSession.findHint}
        value={query}
        onChange={event => setQuery(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') move(event.shiftKey ? -1 : 1)
          if (event.key !== 'Escape') return
          event.stopPropagation()
          event.preventDefault()
          onClose()
        }}
      />
      <span className={css.count} role="status">
        {query.trim() !== '' && (
          <>
            <span>{found.length === 0 ? nothing : texts.turns.findCount(find.ordinal, find.total)}</span>
            {turn !== undefined && <span className={css.turn}>{texts.turns.inTurn(turn)}</span>}
          </>
        )}
      </span>
      <IconButton icon={ChevronUp} label={texts.turns.previousMatch} onClick={() => move(-1)} />
      <IconButton icon={ChevronDown} label={texts.turns.nextMatch} onClick={() => move(1)} />
      <IconButton icon={X} label={texts.turns.closeFind} onClick={onClose} />
    </search>
  )
}
