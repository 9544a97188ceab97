import { type AnyMessage, isCompactBoundaryMessage, type SystemCompactBoundaryMessage } from '@antiphon/core'
import { preservedTail } from '@antiphon/core/log'
import { findPreservedUuids, readUuid } from './find-preserved-uuids.ts'
import type { RecordedUuids } from './recorded-uuids.ts'

/** The history from its last recorded boundary on: what lies before was recorded with it, and may be forgotten by now. */
export function skipArchive(messages: readonly AnyMessage[], recorded: RecordedUuids): readonly AnyMessage[] {
  return messages.slice(
    Math.max(
      0,
      messages.findLastIndex(message => isRecordedBoundary(message, recorded)),
    ),
  )
}

/**
 * The live history without the messages that its boundary kept. They stand behind it in the history but before it in
 * the log: nothing new may hang off them, or the boundary would be passed by.
 */
export function skipKept(messages: readonly AnyMessage[], recorded: RecordedUuids): readonly AnyMessage[] {
  const live = skipArchive(messages, recorded)
  const boundary = live[0]
  if (!boundary || !isRecordedBoundary(boundary, recorded)) return live
  const isLatest = !recorded.beforeBoundary.has(boundary.uuid)
  const kept = findPreservedUuids(boundary, live)
  return live.filter(message => {
    const uuid = readUuid(message) ?? ''
    const isKept = (isLatest && recorded.beforeBoundary.has(uuid)) || kept?.has(uuid)
    return !(isKept && recorded.known.has(uuid))
  })
}

export type BoundaryInHistory = {
  readonly boundary: SystemCompactBoundaryMessage
  readonly messages: readonly AnyMessage[]
  readonly allMessages: readonly AnyMessage[]
  readonly recorded: RecordedUuids
}

/**
 * What has to be recorded before a boundary: the history up to the last message that it keeps. Where that is at hand
 * only behind the boundary, it is what of it is new: that goes on where the log ends.
 */
export function findKeptBefore({
  boundary,
  messages,
  allMessages,
  recorded,
}: BoundaryInHistory): readonly AnyMessage[] {
  const history = skipArchive(allMessages, recorded)
  const place = history.findIndex(message => readUuid(message) === boundary.uuid)
  const before = preservedTail(place === -1 ? history : history.slice(0, place), boundary)
  if (before.length > 0) return before
  const kept = findPreservedUuids(boundary, messages)
  return messages.filter(message => {
    const uuid = readUuid(message) ?? ''
    return kept?.has(uuid) && !recorded.known.has(uuid)
  })
}

function isRecordedBoundary(
  message: AnyMessage,
  recorded: RecordedUuids,
): message is SystemCompactBoundaryMessage {
  return isCompactBoundaryMessage(message) && recorded.known.has(message.uuid)
}
