import { type RefObject, useMemo, useRef, useState } from 'react'
import type { Places } from '../story/compute-story.ts'
import type { Folds } from '../story/folds.ts'
import type { StoryTurn } from '../story/story-row.ts'
import type { Target } from '../story/target.ts'
import { countInLine } from './count-in-line.ts'
import { findPath } from './find-path.ts'
import type { StoryListHandle } from './story-list.tsx'
import { type Find, useFind } from './use-find.ts'
import { useHighlights } from './use-highlights.ts'
import { useHitScroll } from './use-hit-scroll.ts'
import type { SessionHandle } from './use-session.ts'
import type { StoryPlace } from './use-story-place.ts'

export type StoryFindOptions = {
  readonly id: string
  readonly session: SessionHandle
  readonly target: Target & { readonly words?: string }
  /** What is marked stands below this. */
  readonly scope: RefObject<HTMLElement | null>
  readonly listRef: RefObject<StoryListHandle | null>
  readonly turns: readonly StoryTurn[]
  readonly places: Places
  readonly place: StoryPlace
  readonly folds: Folds
}

export type StoryFind = {
  readonly find: Find
  readonly isFindOpen: boolean
  readonly openFind: () => void
  readonly closeFind: () => void
  /** The line that is shown. */
  readonly currentKey: string | undefined
  readonly findRef: RefObject<HTMLInputElement | null>
}

/** The bar that finds in a story: what it finds is marked, one mark after the other is brought into sight. */
export function useStoryFind(options: StoryFindOptions): StoryFind {
  const { id, session, target, scope, listRef, turns, places, place, folds } = options
  const findRef = useRef<HTMLInputElement>(null)
  const find = useFind({
    session: id,
    words: target.words ?? '',
    seq: target.seq,
    place: () => session.reader.get().first,
    onShow: place.show,
  })
  const [isFindOpen, setIsFindOpen] = useState(target.words !== undefined)
  const linkedKey = useMemo(
    () => (target.seq === undefined ? undefined : findPath(turns, places, target.seq)?.rowKey),
    [turns, places, target.seq],
  )
  const currentKey = place.markedKey ?? (isFindOpen ? linkedKey : undefined)
  const query = isFindOpen ? find.query : ''
  const { found, current } = find
  const before = useMemo(
    () => countInLine({ turns, places, find: { found, current }, key: currentKey }),
    [turns, places, found, current, currentKey],
  )
  useHighlights({ scope, query, currentKey, mark: before + find.mark })
  useHitScroll({ scope, key: currentKey, query, hit: find.ordinal, onMove: () => listRef.current?.leave() })
  return {
    find,
    isFindOpen,
    currentKey,
    findRef,
    openFind() {
      setIsFindOpen(true)
      findRef.current?.focus()
      findRef.current?.select()
    },
    closeFind() {
      setIsFindOpen(false)
      find.clear()
      place.unmark()
      folds.conceal()
      scope.current?.querySelector<HTMLElement>('.story-scroll')?.focus({ preventScroll: true })
    },
  }
}
