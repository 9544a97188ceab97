import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream'
import type { StreamMessage } from '../connection/broker.ts'
import { isLost } from '../connection/store-failure.ts'
import { type LogMessage, toHeardMessage, toLogMessage } from './log-mark.ts'
import type { StoreStreams } from './read-state.ts'

/** The last messages of all logs that match, without what they hold, in the order of the stream. */
export async function* listHeads(
  { broker, names }: StoreStreams,
  filter: string,
): AsyncGenerator<LogMessage, void, undefined> {
  const tries = broker.retry()
  let seen = 0
  for (;;)
    try {
      // A consumer of the server tells headers alone, however much the messages hold.
      const consumer = await broker.manage(async (manager, client) => {
        const { name } = await manager.consumers.add(names.logs, {
          ...{ deliver_policy: DeliverPolicy.LastPerSubject, filter_subject: filter, headers_only: true },
          ...{ ack_policy: AckPolicy.None, mem_storage: true, num_replicas: 1 },
          inactive_threshold: FORGOTTEN_NS,
        })
        return client.consumers.get(names.logs, name)
      })
      try {
        let { num_pending: left } = await consumer.info(true)
        while (left > 0) {
          const before = left
          const batch = await consumer.fetch({ max_messages: Math.min(left, BATCH), expires: EXPIRES_MS })
          for await (const told of batch) {
            left -= 1
            // Told again after a failure, in the same order.
            if (told.seq <= seen) continue
            seen = told.seq
            const message = toHeardMessage(told)
            if (message) yield message
          }
          // What was deleted meanwhile is not waited for.
          if (left === before) left = (await consumer.info()).num_pending
        }
      } finally {
        await consumer.delete().catch(() => undefined)
      }
      return
    } catch (error) {
      if (!isLost(error)) throw error
      await tries.next(error)
    }
}

const BATCH = 5000
// Half of it is how long the server may be silent: on a busy machine much is told at once, and then nothing.
const EXPIRES_MS = 20_000
const FORGOTTEN_NS = 30_000_000_000

/** The same of the logs of one session, which are few, by one question. */
export async function* listSessionHeads(
  streams: StoreStreams,
  filter: string,
): AsyncGenerator<LogMessage, void, undefined> {
  const messages = await streams.broker.lasts(streams.names.logs, filter)
  if (messages === null) yield* listHeads(streams, filter)
  else
    for (const stored of messages) {
      const message = toLogMessage(stored)
      if (message) yield message
    }
}

/** Every message that matches behind a place, with what it holds. */
export async function* listAll(
  { broker }: StoreStreams,
  stream: string,
  { filter, after = 0 }: { readonly filter: string; readonly after?: number },
): AsyncGenerator<StreamMessage, void, undefined> {
  let place = after
  for (;;) {
    const messages = await broker.page(stream, filter, {
      from: place + 1,
      count: PAGE_MESSAGES,
      bytes: PAGE_BYTES,
    })
    yield* messages
    const last = messages.at(-1)
    if (!last) return
    place = last.place
  }
}

const PAGE_MESSAGES = 1000
const PAGE_BYTES = 4 * 1024 * 1024
