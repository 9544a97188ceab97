import { type Entry, isObject } from '@antiphon/core'
import type { Skeleton } from './skeleton.ts'

/** A log of which only the joints are left: where something forks, ends, is named or stands apart. */
export type ShortLog = {
  readonly entries: readonly Entry[]
  /** How many words of people, tools and models an entry stands for, by its uuid. */
  readonly weights: ReadonlyMap<unknown, number>
}

/** Leaves out what only goes on from the entry before it, so that a tree of a long log is as quickly read as a short one. */
export function shortenChains(skeletons: readonly Skeleton[]): ShortLog {
  const children = countChildren(skeletons)
  const named = new Set(skeletons.flatMap(({ entry }) => readNames(entry)))
  const entries: Entry[] = []
  const weights = new Map<unknown, number>()
  let before: unknown
  let kept: unknown
  /** What was left out since: how many words, and the last of them. */
  let weight = 0
  let voice: Skeleton | undefined

  function keep({ entry, weight: own = Number(isVoice(entry)) }: Skeleton, isLinked: boolean): void {
    const { uuid } = entry as Links // any object may stand in a log
    entries.push(isLinked ? ({ ...entry, parentUuid: kept } as Entry) : entry)
    if (uuid === undefined) return
    weights.set(uuid, weight + (entry === voice?.entry ? 0 : own))
    kept = uuid
    weight = 0
    voice = undefined
  }

  skeletons.forEach((skeleton, index) => {
    const { entry } = skeleton
    const { uuid, parentUuid } = entry as Links // see above
    const goesOn = typeof uuid === 'string' && before !== undefined && parentUuid === before
    const isJoint =
      !goesOn ||
      children.get(uuid) !== 1 ||
      children.get(before) !== 1 ||
      named.has(uuid) ||
      isBoundary(entry)
    before = uuid ?? before
    if (!isJoint && index < skeletons.length - 1) {
      if (!isVoice(entry)) return
      weight += skeleton.weight ?? 1
      voice = skeleton
      return
    }
    // Who spoke last decides which branch is the conversation: notes behind them do not.
    if (voice && !isVoice(entry)) keep(voice, true)
    keep(skeleton, goesOn)
  })
  return { entries, weights }
}

/** True for words of a person, a tool or the model. */
export function isVoice(entry: Entry): boolean {
  const { type, isMeta } = entry as Links // see above
  return (type === 'user' || type === 'assistant') && isMeta !== true
}

/** True for what must be told apart wherever it stands. */
export function isJointAlone(entry: Entry): boolean {
  const { isSidechain } = entry as Links // see above
  return isSidechain === true || isBoundary(entry) || readNames(entry).length > 0
}

type Links = Readonly<Record<string, unknown>>

function countChildren(skeletons: readonly Skeleton[]): ReadonlyMap<unknown, number> {
  const children = new Map<unknown, number>()
  for (const { entry } of skeletons) {
    const { uuid, parentUuid } = entry as Links // see above
    if (uuid !== undefined) children.set(parentUuid, (children.get(parentUuid) ?? 0) + 1)
  }
  return children
}

/** Entries that one takes back, replaces, moves or points at. */
export function readNames(entry: Entry): readonly unknown[] {
  const { supersedesUuids, retractedMessageUuids, leafUuid, logicalParentUuid, compactMetadata } =
    entry as Links // see above
  const segment = isObject(compactMetadata) ? compactMetadata.preservedSegment : undefined
  const lists = [supersedesUuids, retractedMessageUuids].flatMap(list => (Array.isArray(list) ? list : []))
  const single = [leafUuid, logicalParentUuid].filter(name => typeof name === 'string')
  if (lists.length + single.length === 0 && !segment) return NONE
  return [...lists, ...single, ...(isObject(segment) ? Object.values(segment) : [])]
}

const NONE: readonly unknown[] = []

function isBoundary(entry: Entry): boolean {
  const { type, subtype, isCompactSummary } = entry as Links // see above
  return (type === 'system' && subtype === 'compact_boundary') || isCompactSummary === true
}
