import { setTimeout as wait } from 'node:timers/promises'
import { DeliverPolicy } from '@nats-io/jetstream'
import { toLogFilter } from '../stream/stream-names.ts'
import { listAll } from './list-heads.ts'
import { type LogMessage, toHeardMessage, toLogMessage } from './log-mark.ts'
import type { StoreStreams } from './read-state.ts'

/** Hears of every log that changes, without what is written, from the first question on. */
export interface HeadFeed {
  /** The last messages of the logs that changed behind a place, and the place up to which that is so. */
  since(place: number): Promise<ChangedHeads>
  close(): Promise<void>
}

export type ChangedHeads = { readonly messages: readonly LogMessage[]; readonly at: number }

type Listening = {
  /** All behind this place were heard, and what the last was. */
  readonly from: number
  at: number
  readonly heard: Map<string, LogMessage>
  readonly stop: () => Promise<unknown>
}

/** Nobody listens before it is asked. */
export function createHeadFeed(streams: StoreStreams): HeadFeed {
  const { broker, names } = streams
  const filter = toLogFilter(names, {})
  let listening: Listening | null = null

  async function listen(from: number): Promise<Listening> {
    return broker.manage(async (_, client) => {
      // All subjects of the stream: a place is known to be reached by whatever stands there.
      const consumer = await client.consumers.get(names.logs, {
        ...{ headers_only: true, inactive_threshold: FORGOTTEN_NS },
        ...{ deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: from + 1 },
      })
      const heard = new Map<string, LogMessage>()
      const messages = await consumer.consume({
        ...{ max_messages: 2000, idle_heartbeat: HEARTBEAT_MS },
        callback(told) {
          const message = toHeardMessage(told)
          if (message && isOfLog(message)) heard.set(message.subject, message)
          begun.at = Math.max(begun.at, told.seq)
        },
      })
      const begun: Listening = { from, at: from, heard, stop: () => messages.close() }
      return begun
    })
  }

  const isOfLog = ({ subject }: LogMessage): boolean => subject.startsWith(`${names.space}.log.`)

  /** Where the feed is behind, what it has not told is read. */
  async function readRest(after: number, changed: Map<string, LogMessage>): Promise<number> {
    let at = after
    for await (const stored of listAll(streams, names.logs, { filter, after })) {
      const message = toLogMessage(stored)
      if (message) changed.set(message.subject, message)
      at = stored.place
    }
    return at
  }

  return {
    async since(place) {
      if (listening && place < listening.from) {
        await listening.stop().catch(() => undefined)
        listening = null
      }
      listening ??= await listen(place)
      const { state } = await broker.manage(manager => manager.streams.info(names.logs))
      const until = Date.now() + PATIENCE_MS
      while (listening.at < state.last_seq && Date.now() < until) await wait(5)
      const { heard } = listening
      for (const [subject, message] of heard) if (message.place <= place) heard.delete(subject)
      const changed = new Map(heard)
      if (listening.at < state.last_seq) {
        const at = await readRest(Math.max(listening.at, place), changed)
        const next = await broker.next(names.logs, filter, at + 1)
        // What stood there last was deleted.
        listening.at = next && next.place <= state.last_seq ? at : state.last_seq
      }
      return { at: Math.max(listening.at, place), messages: [...changed.values()] }
    },
    async close() {
      await listening?.stop().catch(() => undefined)
    },
  }
}

const PATIENCE_MS = 1000
const HEARTBEAT_MS = 2000
const FORGOTTEN_NS = 60_000_000_000
