import type { PlacedEntry } from '../backend/backend.ts'
import {
  computeStory,
  type Place,
  type Places,
  type Story,
  type StoryItem,
  type StoryOptions,
} from './compute-story.ts'
import { firstBlock, readText } from './first-block.ts'
import { createSegment, findSeam, goesOn, type StorySegment, type Telling } from './story-segment.ts'

/** Tells the story of loaded entries, as `computeStory` does. */
export type StoryTeller = (loaded: readonly PlacedEntry[], options?: StoryOptions) => Story

/**
 * Remembers what it told: entries behind those it knows cost what they are, and the exchange that is still open;
 * entries that were dropped before them cost one stretch. Items that did not change are the same objects.
 */
export function createStoryTeller(): StoryTeller {
  let segments: readonly StorySegment[] = []
  let wasMeta = false
  // One for all, since everything that is drawn hears of another: it always knows what was told last.
  const places: Places = { get: uuid => findPlace(segments, uuid) }
  return (loaded, options = {}) => {
    const { leafUuid, includeMeta = false } = options
    if (leafUuid !== undefined) return computeStory(loaded, options)
    const telling = { includeMeta, reuse: createReuse(segments) }
    const known = includeMeta === wasMeta ? keepKnown(segments, loaded, telling) : []
    wasMeta = includeMeta
    segments = extend({ known, loaded, telling })
    return join(segments, places)
  }
}

type Extension = {
  readonly known: readonly StorySegment[]
  readonly loaded: readonly PlacedEntry[]
  readonly telling: Telling
}

function extend({ known, loaded, telling }: Extension): readonly StorySegment[] {
  const told = known.reduce((sum, { entries }) => sum + entries.length, 0)
  let rest = loaded.slice(told)
  // What reaches back into what was told changes it: then all is told anew.
  if (!goesOn(rest, known)) return extend({ known: [], loaded, telling })
  const segments = [...known]
  for (let seam = findSeam(rest, LEAST_CLOSED); seam !== -1; seam = findSeam(rest, LEAST_CLOSED)) {
    const closed = createSegment(rest.slice(0, seam), telling)
    if (!goesOn(rest.slice(seam), [closed])) break
    segments.push(closed)
    rest = rest.slice(seam)
  }
  return rest.length === 0 ? segments : [...segments, createSegment(rest, telling)]
}

// Fewer make more stretches, more make each batch dearer.
const LEAST_CLOSED = 32

/** The stretches that are as they were. The last is open: what comes is told with it. */
function keepKnown(
  segments: readonly StorySegment[],
  loaded: readonly PlacedEntry[],
  telling: Telling,
): readonly StorySegment[] {
  const first = loaded[0]?.seq ?? 0
  const closed = segments.slice(0, -1).flatMap(segment => dropBefore(segment, first, telling))
  let at = 0
  const changed = closed.findIndex(({ entries }) => {
    const start = at
    at += entries.length
    return !entries.every((placed, index) => placed === loaded[start + index])
  })
  return changed === -1 ? closed : closed.slice(0, changed)
}

function dropBefore(segment: StorySegment, first: number, telling: Telling): readonly StorySegment[] {
  const { entries } = segment
  if ((entries[0]?.seq ?? 0) >= first) return [segment]
  const kept = entries.filter(({ seq }) => seq >= first)
  return kept.length === 0 ? [] : [createSegment(kept, telling)]
}

function join(segments: readonly StorySegment[], places: Places): Story {
  return {
    items: segments.flatMap(({ story }) => story.items),
    branches: segments.flatMap(({ story }) => story.branches),
    places,
    end: segments.at(-1)?.story.end ?? { leafUuid: undefined, isSidechain: false, leftBehind: new Set() },
  }
}

function findPlace(segments: readonly StorySegment[], uuid: string): Place | undefined {
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const place = segments[index]?.story.places.get(uuid)
    if (place) return place
  }
  return undefined
}

/** Of the open stretch: what is closed keeps its items in any case. */
function createReuse(before: readonly StorySegment[]): Telling['reuse'] {
  const items = before.at(-1)?.story.items ?? []
  const known = new Map(items.map(item => [item.key, item]))
  return item => {
    const old = known.get(item.key)
    return old && isSame(old, item) ? old : item
  }
}

function isSame(old: StoryItem, { item, place }: StoryItem): boolean {
  if (!place || old.place?.placed !== place.placed || old.item.uuid !== item.uuid) return false
  if (!isSameMessage(old.item.message, item.message, place)) return false
  if (old.item.isRetracted !== item.isRetracted || old.item.text !== item.text) return false
  if (old.item.kind !== 'tool' || item.kind !== 'tool') return true
  const [one, other] = [old.item.story, item.story]
  return (
    one.status === other.status &&
    one.result === other.result &&
    one.progress === other.progress &&
    one.preHooks.length + one.postHooks.length === other.preHooks.length + other.postHooks.length &&
    one.children.length + other.children.length === 0
  )
}

/** Messages of one block are made anew each time, but their blocks are not, unless a text stands alone. */
function isSameMessage(one: unknown, other: unknown, { placed: { entry } }: Place): boolean {
  const block = firstBlock(one)
  const isText = 'message' in entry && readText(entry.message, 'content') !== undefined
  return one === other || (block !== undefined && (isText || block === firstBlock(other)))
}
