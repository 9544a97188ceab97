import { isCompactBoundaryMessage } from '../message/message-guards.ts'
import { cutCycles } from './cut-cycles.ts'
import { identifyEntries } from './identify-entries.ts'
import { linkParents } from './link-parents.ts'
import { indexNodes, type LogNode } from './log-node.ts'
import { findPreservedSegment } from './preserved-segment.ts'
import { relinkPreservedSegment } from './relink-preserved-segment.ts'
import type { TranscriptEntry } from './transcript-entry.ts'

/**
 * Entries whose links follow the last compact boundary: kept messages hang behind the summary instead of before
 * the boundary. Only the last boundary counts, since it summed up what earlier ones had kept. What it names must
 * be there, walked from tail to head; otherwise the entries come back as they are.
 */
export function applyPreservedSegmentRelinks(
  entries: readonly TranscriptEntry[],
): readonly TranscriptEntry[] {
  const { nodes } = identifyEntries(entries, ignore)
  const byUuid = indexNodes(nodes)
  const boundary = nodes.findLastIndex(node => isCompactBoundaryMessage(node.entry))
  const parents = linkParents(nodes, byUuid, ignore)
  const segment = findPreservedSegment({ entry: nodes[boundary]?.entry, boundary, parents, byUuid })
  if (!segment) return entries
  const relinked = cutCycles(relinkPreservedSegment(parents, segment), { onCut: ignore })
  const changed = [...entries]
  nodes.forEach((node, index) => {
    const parent = relinked[index]
    if (parent !== undefined && parent !== parents[index])
      changed[node.position] = relink(node, nodes[parent])
  })
  return changed
}

function relink({ entry }: LogNode, parent: LogNode | undefined): TranscriptEntry {
  const parentUuid = parent?.uuid ?? null
  return isCompactBoundaryMessage(entry)
    ? { ...entry, logicalParentUuid: parentUuid }
    : { ...entry, parentUuid }
}

function ignore(): void {}
