import { AckPolicy, DeliverPolicy, type JsMsg } from '@nats-io/jetstream'
import type { StoredMessage } from '../connection/broker.ts'
import { MARK } from '../connection/broker.ts'
import { isLost } from '../connection/store-failure.ts'
import { type LogMessage, toLogMessage } from './log-mark.ts'
import type { StoreStreams } from './read-state.ts'

export type HeadsOptions = {
  readonly stream: string
  readonly filter: string
  /** Every message behind this place, instead of the last one of each subject. */
  readonly after?: number
  /** What they hold, too. */
  readonly hasPayload?: boolean
}

/** Messages without what they hold, in the order of the stream: the last one of each subject, or all behind a place. */
export async function* listMessages(
  { broker }: StoreStreams,
  { stream, filter, after, hasPayload = false }: HeadsOptions,
): AsyncGenerator<StoredMessage, void, undefined> {
  const tries = broker.retry()
  let [seen, isDone] = [after ?? 0, false]
  while (!isDone)
    try {
      const consumer = await broker.manage(async (manager, client) => {
        const { name } = await manager.consumers.add(stream, {
          ...(after === undefined
            ? { deliver_policy: DeliverPolicy.LastPerSubject }
            : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: seen + 1 }),
          ...{ filter_subject: filter, headers_only: !hasPayload, ack_policy: AckPolicy.None },
          ...{ mem_storage: true, num_replicas: 1, inactive_threshold: FORGOTTEN_NS },
        })
        return client.consumers.get(stream, name)
      })
      const { num_pending: pending } = await consumer.info(true)
      try {
        for (let left = pending; left > 0; ) {
          const batch = await consumer.fetch({ max_messages: Math.min(left, BATCH), expires: EXPIRES_MS })
          const before = left
          for await (const message of batch) {
            left -= 1
            // Told again after a failure, in the same order.
            if (message.seq <= seen) continue
            seen = message.seq
            yield toStored(message)
          }
          // What went meanwhile is not waited for.
          if (left === before && (await consumer.info()).num_pending === 0) break
        }
      } finally {
        await consumer.delete().catch(() => undefined)
      }
      isDone = true
    } catch (error) {
      if (!isLost(error)) throw error
      await tries.next(error)
    }
}

const BATCH = 5000
const EXPIRES_MS = 5000
const FORGOTTEN_NS = 30_000_000_000

function toStored(message: JsMsg): StoredMessage {
  return {
    ...{ subject: message.subject, place: message.seq, time: message.time.toISOString() },
    mark: message.headers?.get(MARK) ?? '',
    payload: message.data,
  }
}

/** The last messages of logs, without what they hold. */
export async function* listHeads(
  streams: StoreStreams,
  options: Omit<HeadsOptions, 'stream' | 'hasPayload'>,
): AsyncGenerator<LogMessage, void, undefined> {
  for await (const message of listMessages(streams, { stream: streams.names.logs, ...options })) {
    const head = toLogMessage(message)
    if (head) yield head
  }
}
