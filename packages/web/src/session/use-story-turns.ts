import { groupTurns } from '@antiphon/core/turns'
import { useMemo, useRef } from 'react'
import type { StoryItem } from '../story/compute-story.ts'
import type { StoryTurn } from '../story/story-row.ts'

/** Items by turns; turns that did not change are the same as before. */
export function useStoryTurns(items: readonly StoryItem[]): readonly StoryTurn[] {
  const before = useRef<readonly StoryTurn[]>([])
  return useMemo(() => {
    before.current = groupTurns(items, before.current)
    return before.current
  }, [items])
}
