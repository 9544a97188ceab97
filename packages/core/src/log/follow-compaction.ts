import { isCompactBoundaryMessage } from '../message/message-guards.ts'
import { chooseLeafBelow } from './choose-leaf.ts'
import { type ConversationTree, createTree, findPath, findSubtree } from './conversation-tree.ts'
import { NO_PARENT, type NodeIndex } from './log-node.ts'
import type { ReportRepair } from './log-repair.ts'
import { findPreservedSegment } from './preserved-segment.ts'
import { relinkPreservedSegments } from './relink-preserved-segments.ts'

export type CompactionSource = {
  readonly tree: ConversationTree
  readonly byUuid: NodeIndex
  readonly leaf: number
  /** The caller named the leaf: it stays. */
  readonly isAskedFor: boolean
  readonly addRepair: ReportRepair
}

/** The tree in which the messages kept by the compactions before the leaf stand behind their summaries. */
export function followCompaction(source: CompactionSource): {
  readonly tree: ConversationTree
  readonly leaf: number
} {
  const { tree, byUuid, leaf, isAskedFor, addRepair } = source
  const { nodes, parents } = tree
  const boundaries = findBoundaries(source)
  if (boundaries.length === 0) return { tree, leaf }
  const relinked = createTree(
    nodes,
    relinkPreservedSegments({ nodes, parents, byUuid, boundaries, addRepair }),
  )
  // Where nothing was said after the summary, the conversation now ends with the kept messages.
  return { tree: relinked, leaf: isAskedFor ? leaf : chooseLeafBelow(relinked, leaf) }
}

/** The boundaries that the conversation passed, oldest first. */
function findBoundaries({ tree, byUuid, leaf }: CompactionSource): readonly number[] {
  const path = findPath(tree, leaf)
  const passed = path.filter(index => isCompactBoundaryMessage(tree.nodes[index]?.entry))
  const bypassed = findBypassed({ tree, byUuid, path })
  return bypassed === undefined ? passed : [...passed, bypassed]
}

/**
 * A program that was quick to go on hung its next entry off the last kept message itself. Then the last boundary is
 * not above the leaf, yet nobody spoke below it: the conversation did pass through it.
 */
function findBypassed(source: {
  readonly tree: ConversationTree
  readonly byUuid: NodeIndex
  readonly path: readonly number[]
}): number | undefined {
  const { tree, byUuid, path } = source
  const { nodes, parents } = tree
  const boundary = nodes.findLastIndex(node => isCompactBoundaryMessage(node.entry))
  if (boundary === -1 || path.includes(boundary)) return undefined
  const segment = findPreservedSegment({ nodes, boundary, parents, byUuid, maxSteps: nodes.length })
  const tail = path.indexOf(segment?.members.at(-1) ?? NO_PARENT)
  const next = tail === -1 ? undefined : path[tail + 1]
  if (next === undefined || next < boundary) return undefined
  const isSilent = findSubtree(tree, { start: boundary }).every(
    index => nodes[index]?.entry.type !== 'assistant',
  )
  return isSilent ? boundary : undefined
}
