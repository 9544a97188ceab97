import type { Places, StoryItem } from '../story/compute-story.ts'

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
