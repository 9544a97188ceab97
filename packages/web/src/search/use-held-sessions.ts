import type { FoundSessionRow } from '@antiphon/server/protocol'
import { type FocusEvent, type UIEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type FoldState, sortSessions } from './fold-state.ts'
import { holdSessions } from './hold-sessions.ts'

/** What tells of the reader's hand on a list. */
export type HandProps = {
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
  readonly onFocus: () => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
}

export type HeldSessions = {
  readonly sessions: readonly FoundSessionRow[]
  readonly handProps: HandProps
}

export type HeldSessionsOptions = {
  readonly fold: FoldState
  /** It is that of other words. */
  readonly isOld: boolean
  /** How the list stood when the reader left, where it was held. */
  readonly before: readonly FoundSessionRow[] | null
  readonly onShown: (shown: readonly FoundSessionRow[] | null) => void
}

/**
 * The best session first, while nobody touches the list: under a pointer, with the focus in it or scrolled, it holds still,
 * and what is found meanwhile comes behind.
 */
export function useHeldSessions({ fold, isOld, before, onShown }: HeldSessionsOptions): HeldSessions {
  const [hand, setHand] = useState<Hand>({ ...NO_HAND, isScrolled: before !== null })
  const isHeld = hand.isOver || hand.hasFocus || hand.isScrolled
  const shownRef = useRef<readonly FoundSessionRow[]>(before ?? [])
  const sessions = useMemo(() => {
    const sorted = sortSessions(fold)
    return isHeld ? holdSessions(sorted, shownRef.current) : sorted
  }, [fold, isHeld])
  const toldRef = useRef(onShown)
  useEffect(() => {
    toldRef.current = onShown
  })
  useEffect(() => {
    if (isOld) return
    shownRef.current = sessions
    toldRef.current(isHeld ? sessions : null)
  }, [sessions, isHeld, isOld])
  const handProps = useMemo<HandProps>(() => {
    const change = (part: Partial<Hand>): void =>
      setHand(known => (isAlike(known, part) ? known : { ...known, ...part }))
    return {
      onPointerEnter: () => change({ isOver: true }),
      onPointerLeave: () => change({ isOver: false }),
      onFocus: () => change({ hasFocus: true }),
      onBlur: ({ currentTarget, relatedTarget }) =>
        change({ hasFocus: relatedTarget instanceof Node && currentTarget.contains(relatedTarget) }),
      onScroll: ({ currentTarget }) => change({ isScrolled: currentTarget.scrollTop > 0 }),
    }
  }, [])
  return { sessions, handProps }
}

type Hand = { readonly isOver: boolean; readonly hasFocus: boolean; readonly isScrolled: boolean }

const NO_HAND: Hand = { isOver: false, hasFocus: false, isScrolled: false }

function isAlike(hand: Hand, part: Partial<Hand>): boolean {
  return Object.entries({ ...hand, ...part }).every(([name, value]) => hand[name as keyof Hand] === value)
}
