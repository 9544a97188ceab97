import { isObject } from '@antiphon/contract'
import type { AnyMessage, SystemCompactBoundaryMessage, UUID } from '@antiphon/core'

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

/** The uuid of a message; signals have none. */
export function readUuid(message: AnyMessage): UUID | undefined {
  return 'uuid' in message ? message.uuid : undefined
}

function readUuids(value: unknown): readonly UUID[] {
  return Array.isArray(value) ? value.filter(uuid => typeof uuid === 'string') : []
}
