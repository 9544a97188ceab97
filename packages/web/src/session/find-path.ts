import type { PersonItem } from '@antiphon/core'
import type { Places, StoryItem } from '../story/compute-story.ts'
import { groupKeyOf, type StoryRow, type StoryTurn, turnKeyOf } from '../story/story-row.ts'

/** The line that shows an entry, and all that has to be open for it. */
export type EntryPath = {
  readonly rowKey: string
  readonly keys: readonly string[]
  readonly storyItem: StoryItem
}

/** Where the entry at a position is shown: where it stands, or in the call whose result or subagent it is. */
export function findPath(turns: readonly StoryTurn[], places: Places, seq: number): EntryPath | undefined {
  for (const turn of turns) {
    const path = findInTurn(turn, one => holds(one, places, seq))
    if (path) return path
  }
  return undefined
}

function findInTurn(turn: StoryTurn, isIt: (storyItem: StoryItem) => boolean): EntryPath | undefined {
  const seq = turn.heading[0]?.place?.placed.seq
  const turnKeys = seq === undefined ? [] : [turnKeyOf(seq)]
  const asked = turn.heading.find(isIt)
  if (asked)
    return { rowKey: turn.heading[0]?.key ?? asked.key, keys: [...turnKeys, asked.key], storyItem: asked }
  let cut: string | undefined
  for (const part of turn.parts) {
    if (part.kind === 'work') {
      const done = part.items.find(isIt)
      if (done) return { rowKey: done.key, keys: [...turnKeys, groupKeyOf(part), done.key], storyItem: done }
      continue
    }
    const { item } = part
    if (isIt(item)) {
      // What a compaction left is read with its line.
      const rowKey = item.item.kind === 'summary' && cut !== undefined ? cut : item.key
      return { rowKey, keys: [...turnKeys, rowKey, item.key], storyItem: item }
    }
    if (item.item.kind === 'boundary') cut = item.key
  }
  return undefined
}

function holds({ item, place }: StoryItem, places: Places, seq: number): boolean {
  return place?.placed.seq === seq || isTold(item, places, seq)
}

function isTold(item: PersonItem, places: Places, seq: number): boolean {
  if (item.kind !== 'tool') return false
  const stands = (uuid: string | undefined): boolean =>
    uuid !== undefined && places.get(uuid)?.placed.seq === seq
  return (
    stands(item.story.result?.uuid) ||
    item.story.children.some(child => stands(child.uuid) || isTold(child, places, seq))
  )
}

/** The last line that stands at a position or before it. */
export function findNearestRow(rows: readonly StoryRow[], seq: number): StoryRow | undefined {
  return rows.findLast(row => row.seq !== undefined && row.seq <= seq && row.kind !== 'foot') ?? rows[0]
}
