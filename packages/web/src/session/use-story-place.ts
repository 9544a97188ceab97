import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { Places, Story, StoryItem } from '../story/compute-story.ts'
import type { Target } from '../story/target.ts'
import type { StoryListHandle } from './story-list.tsx'
import type { SessionHandle } from './use-session.ts'

export type StoryPlace = {
  /** The item to begin at: the one that was asked for. */
  readonly startKey: string | undefined
  readonly markedKey: string | undefined
  /** Brings a position into sight and marks it. */
  readonly show: (seq: number) => void
  /** Brings a place into sight. */
  readonly go: (target: Target) => void
}

export type StoryPlaceOptions = {
  readonly story: Story
  readonly session: SessionHandle
  readonly listRef: RefObject<StoryListHandle | null>
}

/** Ways from place to place in a story: what is loaded is scrolled to, what is not is opened. */
export function useStoryPlace({ story, session, listRef }: StoryPlaceOptions): StoryPlace {
  const { items, places } = story
  const { target, jump } = session
  const { entries } = session.state
  const [marked, setMarked] = useState<number>()
  const latest = useRef({ items, places, state: session.state })
  latest.current = { items, places, state: session.state }
  const startKey = useMemo(() => {
    const { uuid, seq, rest } = target
    if (rest && items.some(({ key }) => key === rest.key)) return rest.key
    const named = seq ?? entries.find(({ entry }) => 'uuid' in entry && entry.uuid === uuid)?.seq
    return named === undefined ? undefined : findNearest(items, places, named)?.key
  }, [items, places, entries, target])
  const go = useCallback(
    (to: Target) => {
      const { state, ...told } = latest.current
      const isLoaded = to.seq !== undefined && to.seq >= state.from && to.seq < state.to
      const item = isLoaded && to.seq !== undefined ? findNearest(told.items, told.places, to.seq) : undefined
      if (item) listRef.current?.reveal(item.key)
      else jump(to)
    },
    [jump, listRef],
  )
  const show = useCallback(
    (seq: number) => {
      setMarked(seq)
      go({ seq })
    },
    [go],
  )
  const markedKey = marked === undefined ? undefined : findItem(items, places, marked)?.key
  return { startKey, markedKey, show, go }
}

/** The item that shows the entry at a position: the one that stands there, or the call whose result does. */
export function findItem(items: readonly StoryItem[], places: Places, seq: number): StoryItem | undefined {
  return (
    items.find(({ place }) => place?.placed.seq === seq) ??
    items.find(({ item }) => {
      const uuid = item.kind === 'tool' ? item.story.result?.uuid : undefined
      return uuid !== undefined && places.get(uuid)?.placed.seq === seq
    })
  )
}

/** The item at a position, or the last before it. */
export function findNearest(items: readonly StoryItem[], places: Places, seq: number): StoryItem | undefined {
  return (
    findItem(items, places, seq) ??
    items.findLast(({ place }) => place !== undefined && place.placed.seq <= seq) ??
    items[0]
  )
}
