import { isCompactBoundaryMessage, isHumanTurn } from '../message/message-guards.ts'
import { fieldOf, type LogNode, NO_PARENT, readMessageId } from './log-node.ts'
import { hasPreservedSegment } from './preserved-segment.ts'
import { readPreserved } from './read-links.ts'
import type { TailInquiry } from './tail-inquiry.ts'

/** Asks for what boundaries kept; and, where one kept what an earlier one had kept, for that one's too. */
export function askForPreserved(inquiry: TailInquiry, boundaries: readonly number[]): void {
  const { nodes, byUuid } = inquiry.log
  const asked = new Set<number>()
  const queue = boundaries.filter(boundary => hasPreservedSegment(nodes[boundary]))
  for (let boundary = queue.pop(); boundary !== undefined; boundary = queue.pop()) {
    if (asked.has(boundary)) continue
    asked.add(boundary)
    const { anchors, members } = readPreserved(nodes[boundary]?.entry)
    inquiry.askFor([...anchors, ...members])
    const kept = walkKept(inquiry, boundary)
    for (const name of members) kept.add(byUuid.get(name) ?? NO_PARENT)
    // A summary may be where an earlier compaction hung what it kept: its boundary tells.
    for (const index of kept) if (isSummary(nodes[index])) inquiry.askIfOpen(index)
    queue.push(...findTouched(inquiry, kept))
  }
}

function isSummary(node: LogNode | undefined): boolean {
  return node !== undefined && fieldOf(node.entry, 'isCompactSummary') === true
}

/** The nodes from the tail of what was kept to its head, or as far as the links are known. */
function walkKept(inquiry: TailInquiry, boundary: number): Set<number> {
  const { nodes, byUuid, linked } = inquiry.log
  const { head, tail } = readPreserved(nodes[boundary]?.entry)
  const walked = new Set<number>()
  let node = byUuid.get(tail ?? '') ?? NO_PARENT
  while (node !== NO_PARENT && !walked.has(node)) {
    walked.add(node)
    const isEnd = nodes[node]?.uuid === head || isCompactBoundaryMessage(nodes[node]?.entry)
    if (isEnd || inquiry.askIfOpen(node)) break
    node = linked.parents[node] ?? NO_PARENT
  }
  return walked
}

/** The boundaries that stand among the nodes, and those that hung something behind one of them. */
function findTouched({ log }: TailInquiry, walked: ReadonlySet<number>): readonly number[] {
  const { nodes, byUuid } = log
  return [...nodes.keys()].filter(index => {
    if (!hasPreservedSegment(nodes[index])) return false
    const { anchors } = readPreserved(nodes[index]?.entry)
    return walked.has(index) || anchors.some(anchor => walked.has(byUuid.get(anchor) ?? NO_PARENT))
  })
}

/** Asks for the beginning of each answer of which only the end was kept: its other blocks belong where that is. */
export function askForKeptAnswers(inquiry: TailInquiry, members: readonly number[]): void {
  const { nodes, linked } = inquiry.log
  for (const member of members) {
    const entry = nodes[member]?.entry
    const messageId = entry && readMessageId(entry)
    let node = messageId === undefined ? NO_PARENT : member
    while (node !== NO_PARENT && !inquiry.askIfOpen(node)) {
      node = linked.parents[node] ?? NO_PARENT
      const before = nodes[node]?.entry
      if (isHumanTurn(before) || isCompactBoundaryMessage(before)) break
      if (before?.type === 'assistant' && readMessageId(before) !== messageId) break
    }
  }
}
