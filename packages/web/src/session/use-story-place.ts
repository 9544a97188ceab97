import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { Places } from '../story/compute-story.ts'
import type { Folds } from '../story/folds.ts'
import type { StoryTurn } from '../story/story-row.ts'
import type { Target } from '../story/target.ts'
import { findPath } from './find-path.ts'
import type { StoryListHandle } from './story-list.tsx'
import type { SessionHandle } from './use-session.ts'

export type StoryPlace = {
  readonly markedKey: string | undefined
  /** Brings a position into sight, opens what hides it and marks it. */
  readonly show: (seq: number) => void
  /** Brings a place into sight. */
  readonly go: (target: Target) => void
  readonly unmark: () => void
}

export type StoryPlaceOptions = {
  readonly turns: readonly StoryTurn[]
  readonly places: Places
  readonly session: SessionHandle
  readonly folds: Folds
  readonly listRef: RefObject<StoryListHandle | null>
}

/** Ways from place to place in a story: what is loaded is scrolled to, what is not is opened. */
export function useStoryPlace({ turns, places, session, folds, listRef }: StoryPlaceOptions): StoryPlace {
  const { target, jump } = session
  const { entries } = session.state
  const [marked, setMarked] = useState<number>()
  const latest = useRef({ turns, places, state: session.state })
  latest.current = { turns, places, state: session.state }
  const opened = useMemo(() => {
    const { uuid, seq, rest } = target
    if (rest) return undefined
    return seq ?? entries.find(({ entry }) => 'uuid' in entry && entry.uuid === uuid)?.seq
  }, [entries, target])
  // What a link or a jump leads to must not be hidden when it is first drawn; who closes it then has closed it.
  const revealed = useRef<Target>(undefined)
  if (opened !== undefined && turns.length > 0 && revealed.current !== target) {
    // What is not loaded yet is tried again when more is.
    const path = findPath(turns, places, opened)
    if (path) {
      revealed.current = target
      folds.reveal(path.keys, 'quietly')
    }
  }
  const go = useCallback(
    (to: Target) => {
      const { state, ...told } = latest.current
      const isLoaded = to.seq !== undefined && to.seq >= state.from && to.seq < state.to
      const path = isLoaded && to.seq !== undefined ? findPath(told.turns, told.places, to.seq) : undefined
      if (!path) return jump(to)
      folds.reveal(path.keys)
      listRef.current?.reveal(path.rowKey)
    },
    [jump, listRef, folds],
  )
  const show = useCallback(
    (seq: number) => {
      setMarked(seq)
      go({ seq })
    },
    [go],
  )
  const markedKey = useMemo(
    () => (marked === undefined ? undefined : findPath(turns, places, marked)?.rowKey),
    [turns, places, marked],
  )
  const unmark = useCallback(() => setMarked(undefined), [])
  return { markedKey, show, go, unmark }
}
