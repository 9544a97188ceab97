import { isObject } from '@antiphon/contract'
import { createSnipBoundaryMessage, deriveShortMessageId, type Message, type UUID } from '@antiphon/core'
import { canBeDropped } from '@antiphon/core/api'
import type { SnipService } from '../tool/session-services.ts'

/** Drops messages for the model; the boundary that records it waits until the results of the batch are stored. */
type PendingSnips = SnipService & {
  /** The boundary to append before the next request, if the model dropped something. */
  take(): readonly Message[]
}

/** The snips of a conversation, by the labels that its messages bear. */
export function createSnipService(messages: () => readonly Message[]): PendingSnips {
  let pending: readonly UUID[] = []
  return {
    snip(labels) {
      const dropped = findDropped(messages())
      const found = labels.map(label => ({
        label,
        uuids: messages().flatMap(message =>
          canBeDropped(message) && deriveShortMessageId(message.uuid) === label && !dropped.has(message.uuid)
            ? [message.uuid]
            : [],
        ),
      }))
      pending = [...new Set([...pending, ...found.flatMap(({ uuids }) => uuids)])]
      return { unknown: found.flatMap(({ label, uuids }) => (uuids.length === 0 ? [label] : [])) }
    },
    take() {
      const removed = pending
      pending = []
      return removed.length === 0 ? [] : [createSnipBoundaryMessage(removed)]
    },
  }
}

function findDropped(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(message =>
      message.type === 'system' && message.subtype === 'snip_boundary' && isObject(message.snipMetadata)
        ? [...(message.snipMetadata.removedUuids ?? [])]
        : [],
    ),
  )
}
