import { buildConversation } from '../log/build-conversation.ts'
import type { Entry } from '../log/entry.ts'
import { getMessagesAfterCompactBoundary } from '../log/slice-from-last-compact-boundary.ts'
import type { TranscriptEntry } from '../log/transcript-entry.ts'
import { isCompactBoundaryMessage } from '../message/message-guards.ts'
import { filledFieldOrNull } from './entry-fields.ts'
import type { ToolMention } from './tool-ids.ts'

/**
 * What the model could read, from each compaction to the next. A compaction may keep messages and move them behind its
 * boundary: so each period is read as the log was when it ended.
 */
export function listPeriods(
  entries: readonly Entry[],
  mentions: readonly ToolMention[],
): readonly (readonly TranscriptEntry[])[] {
  const ends = [...entries.keys()].filter(index => isCompactBoundaryMessage(entries[index]))
  return [...ends, entries.length].map(end => {
    const known = end === entries.length ? entries : entries.slice(0, end)
    const read = (leafUuid?: string): readonly TranscriptEntry[] =>
      buildConversation(
        known,
        leafUuid === undefined ? {} : { leafUuid: leafUuid as TranscriptEntry['uuid'] },
      ).messages
    const uuids = mentions.flatMap(({ index }) =>
      index < end ? (filledFieldOrNull(entries[index], 'uuid') ?? []) : [],
    )
    const newest = read()
    const holds = (messages: readonly TranscriptEntry[]): boolean =>
      messages.some(({ uuid }) => uuids.includes(uuid))
    if (end !== entries.length || uuids.length === 0 || holds(newest))
      return getMessagesAfterCompactBoundary(newest)
    // It stands in another branch than the newest, or in a subagent's.
    return getMessagesAfterCompactBoundary(read(findLeaf(known, uuids)))
  })
}

/** The newest entry that hangs, over others, below one of these. */
function findLeaf(entries: readonly Entry[], uuids: readonly string[]): string | undefined {
  const below = new Set(uuids)
  let leaf = uuids[0]
  for (const entry of entries) {
    const [uuid, parent] = [filledFieldOrNull(entry, 'uuid'), filledFieldOrNull(entry, 'parentUuid')]
    if (uuid === null || parent === null || !below.has(parent)) continue
    below.add(uuid)
    leaf = uuid
  }
  return leaf
}
