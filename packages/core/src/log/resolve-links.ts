import type { UUID } from '../message/uuid.ts'
import type { Entry } from './entry.ts'
import { identifyEntries } from './identify-entries.ts'
import { linkParents } from './link-parents.ts'
import { indexNodes, NO_PARENT } from './log-node.ts'
import type { TranscriptEntry } from './transcript-entry.ts'

/** A message of a log under the uuid and behind the parent with which it is read, whatever the file says. */
export type ResolvedMessage = {
  /** The version that is read, where the file has several. */
  readonly entry: TranscriptEntry
  readonly uuid: UUID
  readonly parentUuid: UUID | null
  /** Index, among the entries handed in, of the place where it is read. */
  readonly position: number
}

/** Identity and parent of every message as `buildConversation` takes them, before compactions move anything. */
export function resolveLinks(entries: readonly Entry[]): readonly ResolvedMessage[] {
  const { nodes } = identifyEntries(entries, () => {})
  const parents = linkParents({ nodes, byUuid: indexNodes(nodes), addRepair: () => {} })
  return nodes.map(({ entry, uuid, position }, index) => ({
    entry,
    uuid,
    parentUuid: nodes[parents[index] ?? NO_PARENT]?.uuid ?? null,
    position,
  }))
}
