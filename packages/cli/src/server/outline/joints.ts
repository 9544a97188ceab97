import { type Entry, isMetaMessage, isObject } from '@antiphon/core'

/** True for words of a person, a tool or the model. */
export function isVoice(entry: Entry): boolean {
  const { type } = entry as Links // any object may stand in a log
  return (type === 'user' || type === 'assistant') && !isMetaMessage(entry)
}

/** True for what must be told apart wherever it stands. */
export function isJointAlone(entry: Entry): boolean {
  const { isSidechain } = entry as Links // see above
  return isSidechain === true || isBoundary(entry) || readNames(entry).length > 0
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

/** True where a compaction begins and where it is told. */
export function isBoundary(entry: Entry): boolean {
  const { type, subtype, isCompactSummary } = entry as Links // see above
  return (type === 'system' && subtype === 'compact_boundary') || isCompactSummary === true
}

type Links = Readonly<Record<string, unknown>>
