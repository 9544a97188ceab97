import { isCompactBoundaryMessage } from '../message/message-guards.ts'
import { chooseLeafBelow } from './choose-leaf.ts'
import { type ConversationTree, createTree, findPath, findSubtree } from './conversation-tree.ts'
import { cutCycles } from './cut-cycles.ts'
import { NO_PARENT, type NodeIndex } from './log-node.ts'
import type { ReportRepair } from './log-repair.ts'
import { findPreservedSegment, hasPreservedSegment, type PreservedSegment } from './preserved-segment.ts'
import { relinkPreservedSegment } from './relink-preserved-segment.ts'

export type CompactionSource = {
  readonly tree: ConversationTree
  readonly byUuid: NodeIndex
  readonly leaf: number
  /** The caller named the leaf: it stays. */
  readonly isAskedFor: boolean
  readonly addRepair: ReportRepair
}

/** The tree in which the messages kept by the last compaction before the leaf stand behind its summary. */
export function followCompaction(source: CompactionSource): {
  readonly tree: ConversationTree
  readonly leaf: number
} {
  const { tree, leaf, isAskedFor } = source
  const segment = findLiveSegment(source)
  if (!segment) return { tree, leaf }
  const links = cutCycles(relinkPreservedSegment(tree.parents, segment), { onCut: () => {} })
  const relinked = createTree(tree.nodes, links)
  // Where nothing was said after the summary, the conversation now ends with the kept messages.
  return { tree: relinked, leaf: isAskedFor ? leaf : chooseLeafBelow(relinked, leaf) }
}

function findLiveSegment({ tree, byUuid, leaf, addRepair }: CompactionSource): PreservedSegment | undefined {
  const { nodes, parents } = tree
  const path = findPath(tree, leaf)
  const boundary = path.findLast(index => isCompactBoundaryMessage(nodes[index]?.entry))
  const node = nodes[boundary ?? NO_PARENT]
  const segment =
    node && boundary !== undefined
      ? findPreservedSegment({ entry: node.entry, boundary, parents, byUuid })
      : undefined
  if (node && hasPreservedSegment(node.entry) && !segment) {
    const { uuid, position } = node
    addRepair({ rule: 'preserved-segment', uuid, position, detail: 'kept messages stay before the boundary' })
  }
  return segment ?? findBypassedSegment({ tree, byUuid, path })
}

/**
 * A program that was quick to go on hung its next entry off the last kept message itself. Then the boundary is
 * not above the leaf, yet nobody spoke below it: the conversation did pass through it.
 */
function findBypassedSegment(source: {
  readonly tree: ConversationTree
  readonly byUuid: NodeIndex
  readonly path: readonly number[]
}): PreservedSegment | undefined {
  const { tree, byUuid, path } = source
  const { nodes, parents } = tree
  const boundary = nodes.findLastIndex(node => isCompactBoundaryMessage(node.entry))
  const segment = findPreservedSegment({ entry: nodes[boundary]?.entry, boundary, parents, byUuid })
  if (!segment || path.includes(boundary)) return undefined
  const next = path[path.indexOf(segment.members.at(-1) ?? NO_PARENT) + 1]
  const isPassed = path.includes(segment.members.at(-1) ?? NO_PARENT) && next !== undefined && next > boundary
  const isSilent = findSubtree(tree, boundary).every(index => nodes[index]?.entry.type !== 'assistant')
  return isPassed && isSilent ? segment : undefined
}
