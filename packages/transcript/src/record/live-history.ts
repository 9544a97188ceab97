import { isObject } from '@antiphon/contract'
import {
  type AnyMessage,
  isCompactBoundaryMessage,
  type SystemCompactBoundaryMessage,
  type UUID,
} from '@antiphon/core'
import { preservedTail } from '@antiphon/core/log'
import { readUuid } from '../store/to-stored-item.ts'

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

type BoundaryInHistory = {
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

/** The messages that a boundary kept, by name or from head to tail of a history; null where the history lacks these. */
export function findPreservedUuids(
  boundary: SystemCompactBoundaryMessage,
  history: readonly AnyMessage[],
): ReadonlySet<UUID> | null {
  // A boundary may come from a file: nothing of it is taken on trust.
  const metadata: unknown = boundary.compactMetadata
  const { preservedMessages, preservedSegment } = isObject(metadata) ? metadata : {}
  if (isObject(preservedMessages))
    return new Set([...readUuids(preservedMessages.uuids), ...readUuids(preservedMessages.allUuids)])
  return isObject(preservedSegment) ? findSegment(preservedSegment, history) : new Set()
}

function findSegment(
  { headUuid, tailUuid }: Readonly<Record<string, unknown>>,
  history: readonly AnyMessage[],
): ReadonlySet<UUID> | null {
  const tail = history.findLastIndex(message => readUuid(message) === tailUuid)
  const head = history.findLastIndex((message, index) => index <= tail && readUuid(message) === headUuid)
  if (head === -1) return null
  return new Set(history.slice(head, tail + 1).flatMap(message => readUuid(message) ?? []))
}

function readUuids(value: unknown): readonly UUID[] {
  return Array.isArray(value) ? value.filter(uuid => typeof uuid === 'string') : []
}

/** Which messages a chain has recorded, as far back as they may still come up in a history. */
interface RecordedUuids {
  /** All that are remembered. */
  readonly known: ReadonlySet<UUID>
  /** Those of them that were recorded before the last compact boundary. */
  readonly beforeBoundary: ReadonlySet<UUID>
  add(uuid: UUID): void
  /** A boundary was recorded that kept these messages; null where it cannot be told which. */
  addBoundary(uuid: UUID, kept: ReadonlySet<UUID> | null): void
}

/**
 * Remembers the messages since the boundary before the last one, and older ones only as long as each boundary keeps
 * them: memory follows the live context, not the history. One context more than the live one is remembered for a
 * loop that goes back, or that keeps messages and does not say so in its boundary.
 */
export function createRecordedUuids(recorded: Iterable<UUID> = []): RecordedUuids {
  let known = new Set(recorded)
  let beforeBoundary: ReadonlySet<UUID> = new Set()
  return {
    get known() {
      return known
    },
    get beforeBoundary() {
      return beforeBoundary
    },
    add: uuid => void known.add(uuid),
    addBoundary(uuid, kept) {
      const isRemembered = (other: UUID): boolean =>
        !beforeBoundary.has(other) || kept === null || kept.has(other)
      beforeBoundary = new Set([...known].filter(isRemembered))
      known = new Set(beforeBoundary).add(uuid)
    },
  }
}
