import type { Places } from '../story/compute-story.ts'
import type { StoryTurn } from '../story/story-row.ts'
import { findPath } from './find-path.ts'
import type { Find } from './use-find.ts'

export type CountInLineOptions = {
  readonly turns: readonly StoryTurn[]
  readonly places: Places
  readonly find: Pick<Find, 'found' | 'current'>
  /** The line that shows the current place. */
  readonly key: string | undefined
}

/** How many marks of other places a line shows before those of the current one: a call is drawn with its result. */
export function countInLine({ turns, places, find, key }: CountInLineOptions): number {
  let count = 0
  if (key === undefined) return count
  for (let at = find.current - 1; at >= 0; at -= 1) {
    const place = find.found[at]
    if (!place || findPath(turns, places, place.seq)?.rowKey !== key) break
    count += place.marks
  }
  return count
}
