import { isObject } from '../message/json.ts'
import { isCompactBoundaryMessage } from '../message/message-guards.ts'
import { NO_PARENT, type NodeIndex, type ParentLinks } from './log-node.ts'
import type { TranscriptEntry } from './transcript-entry.ts'

/** What a compaction kept: old entries that go on behind `anchor`, in this order. */
export type PreservedSegment = {
  readonly boundary: number
  readonly anchor: number
  readonly members: readonly number[]
  /** Entries that belong to the members, such as results of parallel calls, and stay with them. */
  readonly companions: ReadonlySet<number>
}

export type PreservedSegmentSource = {
  readonly entry: TranscriptEntry | undefined
  readonly boundary: number
  readonly parents: ParentLinks
  readonly byUuid: NodeIndex
}

/** True for a boundary that says it kept messages. */
export function hasPreservedSegment(entry: unknown): boolean {
  const metadata = readMetadata(entry)
  return isObject(metadata.preservedMessages) || isObject(metadata.preservedSegment)
}

/** Finds the entries that a boundary kept, by name or by the walk from tail to head; undefined if they are not all there. */
export function findPreservedSegment(source: PreservedSegmentSource): PreservedSegment | undefined {
  const { preservedMessages, preservedSegment } = readMetadata(source.entry)
  const byName = isObject(preservedMessages) ? findByName(source, preservedMessages) : undefined
  const segment = byName ?? (isObject(preservedSegment) ? findByWalk(source, preservedSegment) : undefined)
  return segment && isAnchorBehindBoundary(segment, source.parents) ? segment : undefined
}

function findByName(
  { boundary, byUuid }: PreservedSegmentSource,
  names: Readonly<Record<string, unknown>>,
): PreservedSegment | undefined {
  const anchor = findNode(byUuid, names.anchorUuid)
  const members = findNodes(byUuid, names.uuids)
  const isWhole = members.length > 0 && Array.isArray(names.uuids) && members.length === names.uuids.length
  if (anchor === undefined || !isWhole) return undefined
  return { boundary, anchor, members, companions: new Set(findNodes(byUuid, names.allUuids)) }
}

function findByWalk(
  { boundary, parents, byUuid }: PreservedSegmentSource,
  ends: Readonly<Record<string, unknown>>,
): PreservedSegment | undefined {
  const head = findNode(byUuid, ends.headUuid)
  const tail = findNode(byUuid, ends.tailUuid)
  const anchor = findNode(byUuid, ends.anchorUuid)
  if (head === undefined || tail === undefined || anchor === undefined) return undefined
  const members: number[] = []
  for (let node = tail; node !== NO_PARENT; node = parents[node] ?? NO_PARENT) {
    members.push(node)
    if (node === head) return { boundary, anchor, members: members.reverse(), companions: new Set() }
  }
  return undefined
}

/** The anchor is the boundary or hangs below it, and no kept entry lies between. */
function isAnchorBehindBoundary(
  { boundary, anchor, members }: PreservedSegment,
  parents: ParentLinks,
): boolean {
  const kept = new Set(members)
  if (kept.has(boundary)) return false
  for (let node = anchor; node !== NO_PARENT; node = parents[node] ?? NO_PARENT) {
    if (kept.has(node)) return false
    if (node === boundary) return true
  }
  return false
}

function readMetadata(entry: unknown): Readonly<Record<string, unknown>> {
  if (!isCompactBoundaryMessage(entry)) return {}
  const metadata: unknown = entry.compactMetadata
  return isObject(metadata) ? metadata : {}
}

function findNode(byUuid: NodeIndex, uuid: unknown): number | undefined {
  return typeof uuid === 'string' ? byUuid.get(uuid) : undefined
}

function findNodes(byUuid: NodeIndex, uuids: unknown): readonly number[] {
  if (!Array.isArray(uuids)) return []
  const found = uuids.map(uuid => findNode(byUuid, uuid)).filter(index => index !== undefined)
  return [...new Set(found)]
}
