import { inheritDown } from './conversation-tree.ts'
import { NO_PARENT, type ParentLinks } from './log-node.ts'
import type { PreservedSegment } from './preserved-segment.ts'

/**
 * Links in which the kept entries stand behind their anchor: the head hangs off the anchor, each member off the
 * one before it, and what followed the anchor follows the tail. The archive closes over the gap they leave.
 */
export function relinkPreservedSegment(parents: ParentLinks, segment: PreservedSegment): number[] {
  const { boundary, anchor, members, companions } = segment
  const kept = new Set(members)
  const tail = members.at(-1) ?? anchor
  const outside = inheritDown(parents, index => (kept.has(index) ? undefined : index))
  const relinked = parents.map((parent, index) => {
    if (kept.has(index)) return parent
    if (parent === anchor) return tail
    const isArchived = index <= boundary && !companions.has(index)
    return isArchived && kept.has(parent) ? (outside[parent] ?? NO_PARENT) : parent
  })
  members.forEach((member, position) => {
    relinked[member] = members[position - 1] ?? anchor
  })
  return relinked
}
