import type { PlacedEntry } from '../backend/backend.ts'
import { computeStory, type Story, type StoryItem } from './compute-story.ts'
import { readTies, type Ties } from './read-ties.ts'

/** A stretch of a story that was told; what comes behind it changes nothing in it unless it is tied to it. */
export type StorySegment = {
  readonly entries: readonly PlacedEntry[]
  readonly story: Story
  readonly uuids: ReadonlySet<string>
  readonly calls: ReadonlySet<string>
}

/** How segments are told. */
export type Telling = {
  readonly includeMeta: boolean
  /** Gives the item that was told before where it says the same. */
  readonly reuse: (item: StoryItem) => StoryItem
}

export function createSegment(
  entries: readonly PlacedEntry[],
  { includeMeta, reuse }: Telling,
): StorySegment {
  const ties = entries.map(readTies)
  const story = computeStory(entries, { includeMeta })
  return {
    entries,
    story: { ...story, items: story.items.map(reuse) },
    uuids: new Set(ties.flatMap(({ uuid }) => uuid ?? [])),
    calls: new Set(ties.flatMap(({ calls }) => calls)),
  }
}

/** True where entries only go on from the end of what was told: told alone, they read as they would with it. */
export function goesOn(entries: readonly PlacedEntry[], told: readonly StorySegment[]): boolean {
  const end = told.at(-1)?.story.end
  if (!end) return true
  const uuids = new Set<string>()
  const open = createOpenCalls()
  return entries.every(placed => {
    const ties = readTies(placed)
    const isTied = told.some(segment => isTiedTo(ties, segment))
    const hangsOn = ties.parentUuid === end.leafUuid || uuids.has(ties.parentUuid ?? '')
    const isSubagentOf = ties.isSidechain && ties.parentUuid === undefined && open.size() > 0
    open.take(ties)
    if (ties.uuid !== undefined) uuids.add(ties.uuid)
    if (!ties.isMessage) return !isTied
    if (ties.uuid === undefined || isTied) return false
    return hangsOn || (isSubagentOf && !end.isSidechain)
  })
}

/** The first place at `least` or behind it where entries can be cut: what is before is over there. -1 for none. */
export function findSeam(entries: readonly PlacedEntry[], least: number): number {
  const open = createOpenCalls()
  let last: Ties | undefined
  return entries.findIndex((placed, index) => {
    const ties = readTies(placed)
    const isNext = last?.uuid !== undefined && ties.parentUuid === last.uuid
    const isOver = open.size() === 0 && open.isNewTurn(ties) && ties.isSidechain === last?.isSidechain
    open.take(ties)
    if (ties.isMessage) last = ties
    return index >= least && isNext && isOver
  })
}

type OpenCalls = {
  readonly size: () => number
  readonly isNewTurn: (ties: Ties) => boolean
  readonly take: (ties: Ties) => void
}

/** Calls that wait for their result; those of an earlier turn get none any more. */
function createOpenCalls(): OpenCalls {
  const open = new Set<string>()
  let current: string | undefined
  const isNewTurn = ({ turn }: Ties): boolean => turn !== undefined && (turn === 'prompt' || turn !== current)
  return {
    size: () => open.size,
    isNewTurn,
    take(ties) {
      if (isNewTurn(ties) && !ties.isSidechain) open.clear()
      if (ties.turn !== undefined && !ties.isSidechain) current = ties.turn
      for (const id of ties.calls) open.add(id)
      for (const id of ties.answers) open.delete(id)
    },
  }
}

function isTiedTo(ties: Ties, { uuids, calls, story }: StorySegment): boolean {
  return (
    uuids.has(ties.uuid ?? '') ||
    story.end.leftBehind.has(ties.leafUuid ?? '') ||
    ties.names.some(name => uuids.has(name)) ||
    [...ties.calls, ...ties.answers].some(id => calls.has(id))
  )
}
