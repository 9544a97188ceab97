import {
  type AnyMessage,
  isCompactBoundaryMessage,
  planRecording,
  toEntries,
  type UUID,
} from '@antiphon/core'
import type { RecordingEnvelope, StorableMessage } from '@antiphon/core/log'
import { readUuid } from '../store/to-stored-item.ts'
import {
  createRecordedUuids,
  findKeptBefore,
  findPreservedUuids,
  skipArchive,
  skipKept,
} from './live-history.ts'
import type { LogQueue } from './log-queue.ts'

/** The messages of one speaker, each hanging off the one before it. */
export interface RecordingChain {
  /** Where the next message hangs; null for an empty log. */
  readonly lastUuid: UUID | null
  /** Queues what is new of a history, at once and in order, and says where that history ends in the log. */
  record(history: ChainHistory): UUID | null
}

export type ChainHistory = {
  readonly messages: readonly AnyMessage[]
  readonly allMessages: readonly AnyMessage[]
  readonly envelope: RecordingEnvelope
  readonly startingParentUuidHint: UUID | undefined
}

export type RecordingChainOptions = {
  readonly queue: LogQueue
  readonly lastUuid?: UUID | null
  readonly recordedUuids?: Iterable<UUID>
}

/** A message that is not durable yet; the newest version of it. */
type QueuedMessage = { message: StorableMessage }

/** Turns growing histories into queued entries. A parent is always an entry that was queued before, or is in the log. */
export function createRecordingChain(options: RecordingChainOptions): RecordingChain {
  const { queue } = options
  const recorded = createRecordedUuids(options.recordedUuids)
  const unwritten = new Map<UUID, QueuedMessage>()
  let lastUuid = options.lastUuid ?? null
  if (lastUuid !== null) recorded.add(lastUuid)

  return {
    get lastUuid() {
      return lastUuid
    },
    record(history) {
      refreshUnwritten(history.messages)
      const { allMessages, startingParentUuidHint: hint } = history
      const messages = skipArchive(history.messages, recorded)
      let parentHint = hint !== undefined && recorded.known.has(hint) ? hint : lastUuid
      for (const [index, message] of messages.entries()) {
        if (!isCompactBoundaryMessage(message) || recorded.known.has(message.uuid)) continue
        // A reader walks the kept messages from their tail: they have to be in the log before their boundary.
        recordStep(findKeptBefore({ boundary: message, messages, allMessages, recorded }))
        recordStep(messages.slice(0, index + 1))
      }
      return recordStep(messages)

      function recordStep(step: readonly AnyMessage[]): UUID | null {
        const plan = planRecording({
          messages: skipKept(step, recorded),
          allMessages,
          recordedUuids: recorded.known,
          ...(parentHint !== null && { startingParentUuidHint: parentHint }),
        })
        let parentUuid = plan.startingParentUuid
        for (const message of plan.newMessages) {
          queueMessage({ message, parentUuid, history })
          parentUuid = message.uuid
        }
        if (plan.newMessages.length > 0) parentHint = lastUuid = plan.lastUuid
        return plan.lastUuid
      }
    },
  }

  /** A message that comes again before it was written has changed: a stream tells usage and stop reason late. */
  function refreshUnwritten(messages: readonly AnyMessage[]): void {
    if (unwritten.size === 0) return
    for (const message of messages) {
      const queued = unwritten.get(readUuid(message) ?? '')
      // Same uuid and same type: it is the same message, of a type that could be stored before.
      if (queued?.message.type === message.type) queued.message = message as StorableMessage
    }
  }

  function queueMessage(step: {
    readonly message: StorableMessage
    readonly parentUuid: UUID | undefined
    readonly history: ChainHistory
  }): void {
    const { message, parentUuid, history } = step
    const { uuid } = message
    const isBoundary = isCompactBoundaryMessage(message)
    const hasKnownParent = isBoundary && recorded.known.has(message.logicalParentUuid ?? '')
    const queued: QueuedMessage = { message }
    unwritten.set(uuid, queued)
    queue.push({
      uuid,
      isUrgent: message.type !== 'assistant',
      onDurable: () => void unwritten.delete(uuid),
      toEntry: () => {
        const current = hasKnownParent ? queued.message : withoutLogicalParent(queued.message)
        const plan = { newMessages: [current], startingParentUuid: parentUuid, lastUuid: uuid }
        return toEntries(plan, history.envelope)[0] ?? current
      },
    })
    if (isBoundary) recorded.addBoundary(uuid, findPreservedUuids(message, history.allMessages))
    else recorded.add(uuid)
  }
}

/** The parent that a boundary names may never have been written; then it follows the entry before it. */
function withoutLogicalParent(message: StorableMessage): StorableMessage {
  if (!isCompactBoundaryMessage(message)) return message
  const { logicalParentUuid: _, ...rest } = message
  return rest
}
