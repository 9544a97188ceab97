import { isObject } from '@antiphon/contract'
import { isCompactBoundaryMessage } from '../message/message-guards.ts'
import { type LogNode, NO_PARENT, type NodeIndex, type ParentLinks } from './log-node.ts'
import { readCompactMetadata } from './read-links.ts'

/** What a compaction kept: old entries that go on behind `anchor`, in this order. */
export type FoundSegment = {
  readonly boundary: number
  readonly anchor: number
  readonly members: readonly number[]
  /** Entries that belong to the members, such as results of parallel calls, and stay with them. */
  readonly companions: ReadonlySet<number>
}

export type PreservedSegmentSource = {
  readonly nodes: readonly LogNode[]
  readonly boundary: number
  readonly parents: ParentLinks
  readonly byUuid: NodeIndex
  /** How many links may be walked. */
  readonly maxSteps: number
}

/** True for a boundary that says it kept messages. */
export function hasPreservedSegment(node: LogNode | undefined): boolean {
  const metadata = readCompactMetadata(node?.entry)
  return isObject(metadata.preservedMessages) || isObject(metadata.preservedSegment)
}

/** Finds the entries that a boundary kept, by name or by the walk from tail to head; undefined if they are not all there. */
export function findPreservedSegment(source: PreservedSegmentSource): FoundSegment | undefined {
  const { preservedMessages, preservedSegment } = readCompactMetadata(source.nodes[source.boundary]?.entry)
  const byName = isObject(preservedMessages) ? findByName(source, preservedMessages) : undefined
  const segment = byName ?? (isObject(preservedSegment) ? findByWalk(source, preservedSegment) : undefined)
  return segment && isAnchorBehindBoundary(segment, source) ? segment : undefined
}

function findByName(
  { boundary, byUuid }: PreservedSegmentSource,
  names: Readonly<Record<string, unknown>>,
): FoundSegment | undefined {
  const anchor = findNode(byUuid, names.anchorUuid)
  const members = findNodes(byUuid, names.uuids)
  const isComplete = members.length > 0 && Array.isArray(names.uuids) && members.length === names.uuids.length
  if (anchor === undefined || !isComplete) return undefined
  return { boundary, anchor, members, companions: new Set(findNodes(byUuid, names.allUuids)) }
}

function findByWalk(
  { nodes, boundary, parents, byUuid, maxSteps }: PreservedSegmentSource,
  ends: Readonly<Record<string, unknown>>,
): FoundSegment | undefined {
  const head = findNode(byUuid, ends.headUuid)
  const tail = findNode(byUuid, ends.tailUuid)
  const anchor = findNode(byUuid, ends.anchorUuid)
  if (head === undefined || tail === undefined || anchor === undefined) return undefined
  const members: number[] = []
  for (let node = tail; node !== NO_PARENT && members.length < maxSteps; node = parents[node] ?? NO_PARENT) {
    if (isCompactBoundaryMessage(nodes[node]?.entry)) return undefined
    members.push(node)
    if (node === head) return { boundary, anchor, members: members.reverse(), companions: new Set() }
  }
  return undefined
}

/** The anchor is the boundary or hangs below it, and no kept entry lies between. */
function isAnchorBehindBoundary(
  { boundary, anchor, members }: FoundSegment,
  { parents, maxSteps }: PreservedSegmentSource,
): boolean {
  const kept = new Set(members)
  let node = anchor
  for (let step = 0; node !== NO_PARENT && !kept.has(node) && step < maxSteps; step++) {
    if (node === boundary) return true
    node = parents[node] ?? NO_PARENT
  }
  return false
}

function findNode(byUuid: NodeIndex, uuid: unknown): number | undefined {
  return typeof uuid === 'string' ? byUuid.get(uuid) : undefined
}

function findNodes(byUuid: NodeIndex, uuids: unknown): readonly number[] {
  if (!Array.isArray(uuids)) return []
  const found = uuids.map(uuid => findNode(byUuid, uuid)).filter(index => index !== undefined)
  return [...new Set(found)]
}
