import { isObject } from '../message/json.ts'
import { isCompactBoundaryMessage } from '../message/message-guards.ts'
import type { UUID } from '../message/uuid.ts'
import { type LogNode, NO_PARENT, type NodeIndex, type ParentLinks } from './log-node.ts'

/** What a compaction kept: old entries that go on behind `anchor`, in this order. */
export type PreservedSegment = {
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
  const metadata = readMetadata(node)
  return isObject(metadata.preservedMessages) || isObject(metadata.preservedSegment)
}

/** The entries that a boundary names: its anchor, and what it kept or the ends of it. */
export function readPreservedNames(node: LogNode | undefined): PreservedNames {
  const { preservedMessages, preservedSegment } = readMetadata(node)
  const named = isObject(preservedMessages) ? preservedMessages : {}
  const ends = isObject(preservedSegment) ? preservedSegment : {}
  const members = Array.isArray(named.uuids) ? named.uuids : []
  return {
    anchors: [named.anchorUuid, ends.anchorUuid].filter(isString),
    members: [...members, ends.headUuid, ends.tailUuid].filter(isString),
    tail: isString(ends.tailUuid) ? ends.tailUuid : undefined,
    head: isString(ends.headUuid) ? ends.headUuid : undefined,
  }
}

export type PreservedNames = {
  readonly anchors: readonly UUID[]
  readonly members: readonly UUID[]
  readonly head: UUID | undefined
  readonly tail: UUID | undefined
}

/** Finds the entries that a boundary kept, by name or by the walk from tail to head; undefined if they are not all there. */
export function findPreservedSegment(source: PreservedSegmentSource): PreservedSegment | undefined {
  const { preservedMessages, preservedSegment } = readMetadata(source.nodes[source.boundary])
  const byName = isObject(preservedMessages) ? findByName(source, preservedMessages) : undefined
  const segment = byName ?? (isObject(preservedSegment) ? findByWalk(source, preservedSegment) : undefined)
  return segment && isAnchorBehindBoundary(segment, source) ? segment : undefined
}

function findByName(
  { boundary, byUuid }: PreservedSegmentSource,
  names: Readonly<Record<string, unknown>>,
): PreservedSegment | undefined {
  const anchor = findNode(byUuid, names.anchorUuid)
  const members = findNodes(byUuid, names.uuids)
  const isComplete = members.length > 0 && Array.isArray(names.uuids) && members.length === names.uuids.length
  if (anchor === undefined || !isComplete) return undefined
  return { boundary, anchor, members, companions: new Set(findNodes(byUuid, names.allUuids)) }
}

function findByWalk(
  { nodes, boundary, parents, byUuid, maxSteps }: PreservedSegmentSource,
  ends: Readonly<Record<string, unknown>>,
): PreservedSegment | undefined {
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
  { boundary, anchor, members }: PreservedSegment,
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

function readMetadata(node: LogNode | undefined): Readonly<Record<string, unknown>> {
  if (!isCompactBoundaryMessage(node?.entry)) return {}
  const metadata: unknown = node.entry.compactMetadata
  return isObject(metadata) ? metadata : {}
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function findNode(byUuid: NodeIndex, uuid: unknown): number | undefined {
  return typeof uuid === 'string' ? byUuid.get(uuid) : undefined
}

function findNodes(byUuid: NodeIndex, uuids: unknown): readonly number[] {
  if (!Array.isArray(uuids)) return []
  const found = uuids.map(uuid => findNode(byUuid, uuid)).filter(index => index !== undefined)
  return [...new Set(found)]
}
