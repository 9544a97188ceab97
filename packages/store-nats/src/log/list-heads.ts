import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream'
import type { Broker, StreamMessage } from '../connection/broker.ts'
import { isLost } from '../connection/store-failure.ts'
import { type LogMessage, toLogMessage } from './log-mark.ts'
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
      for await (const stored of listLasts(broker, names.logs, filter)) {
        // Told again after a failure, in the same order.
        if (stored.place <= seen) continue
        seen = stored.place
        const message = toLogMessage(stored)
        if (message) yield message
      }
      return
    } catch (error) {
      if (!isLost(error)) throw error
      await tries.next(error)
    }
}

/** A consumer of the server tells headers alone, however much the messages hold. */
async function* listLasts(
  broker: Broker,
  stream: string,
  filter: string,
): AsyncGenerator<StreamMessage, void, undefined> {
  const { name, num_pending } = await broker.manage(manager =>
    manager.consumers.add(stream, {
      ...{ deliver_policy: DeliverPolicy.LastPerSubject, filter_subject: filter, headers_only: true },
      ...{ ack_policy: AckPolicy.None, mem_storage: true, num_replicas: 1 },
      inactive_threshold: FORGOTTEN_NS,
    }),
  )
  const ask = (left: number): Promise<readonly StreamMessage[]> | null =>
    left > 0 ? broker.told(stream, name, Math.min(left, BATCH)) : null
  try {
    let left = num_pending
    for (let asked = ask(left); asked; ) {
      const messages = await asked
      left -= messages.length
      // What was deleted meanwhile is not waited for.
      if (messages.length === 0) left = await countLeft(broker, stream, name)
      asked = ask(left)
      // Where nobody goes on reading, nobody hears that it failed.
      asked?.catch(() => undefined)
      yield* messages
    }
  } finally {
    await broker.manage(manager => manager.consumers.delete(stream, name)).catch(() => undefined)
  }
}

async function countLeft(broker: Broker, stream: string, consumer: string): Promise<number> {
  return (await broker.manage(manager => manager.consumers.info(stream, consumer))).num_pending
}

const BATCH = 2000
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
