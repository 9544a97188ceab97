import { isCompactBoundaryMessage } from '../message/message-guards.ts'
import { identifyEntries } from './identify-entries.ts'
import { linkParents } from './link-parents.ts'
import { indexNodes, type LogNode } from './log-node.ts'
import { relinkPreservedSegments } from './relink-preserved-segments.ts'
import type { TranscriptEntry } from './transcript-entry.ts'

/**
 * Entries whose links follow their compact boundaries: kept messages hang behind the summary instead of before the
 * boundary. What a boundary names must be there, walked from tail to head; otherwise its links stay as they are.
 */
export function applyPreservedSegmentRelinks(
  entries: readonly TranscriptEntry[],
): readonly TranscriptEntry[] {
  const { nodes } = identifyEntries(entries, ignore)
  const byUuid = indexNodes(nodes)
  const boundaries = [...nodes.keys()].filter(index => isCompactBoundaryMessage(nodes[index]?.entry))
  const parents = linkParents({ nodes, byUuid, addRepair: ignore })
  const relinked = relinkPreservedSegments({ nodes, parents, byUuid, boundaries, addRepair: ignore })
  const changed = [...entries]
  nodes.forEach((node, index) => {
    const parent = relinked[index]
    const entry = entries[node.position]
    if (!entry || parent === undefined || parent === parents[index]) return
    changed[node.position] = relink(entry, nodes[parent])
  })
  return changed
}

function relink(entry: TranscriptEntry, parent: LogNode | undefined): TranscriptEntry {
  const parentUuid = parent?.uuid ?? null
  return isCompactBoundaryMessage(entry)
    ? { ...entry, logicalParentUuid: parentUuid }
    : { ...entry, parentUuid }
}

function ignore(): void {}
