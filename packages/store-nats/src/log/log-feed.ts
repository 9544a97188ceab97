import type { SessionKey } from '@antiphon/transcript'
import { DeliverPolicy } from '@nats-io/jetstream'
import { toLogSubject } from '../stream/stream-names.ts'
import { type LogMessage, toHeardMessage } from './log-mark.ts'
import { readState, type StoreStreams } from './read-state.ts'

/** Tells whoever follows a log that there is more: as many followers as there are share one consumer of the server. */
export interface LogFeed {
  /** Resolves with how the log is, once that differs from what is known of it; with undefined when the signal aborts. */
  next(key: SessionKey, known: LogMessage | null, signal: AbortSignal | undefined): Promise<News | undefined>
  close(): Promise<void>
}

/** How a log is by now, and the messages since what was known of it where the feed has all of them. */
export type News = { readonly state: LogMessage | null; readonly messages: readonly LogMessage[] | null }

type Follower = {
  readonly known: LogMessage | null
  readonly resolve: (news: News | undefined) => void
}

type Feed = {
  readonly followers: Set<Follower>
  /** The last ones, none between them left out. */
  readonly recent: LogMessage[]
  /** All behind this place were heard. */
  heardFrom: number
  stop: () => Promise<void>
  timer: NodeJS.Timeout | undefined
}

/** Nobody follows anything yet. */
export function createLogFeed(streams: StoreStreams, lookMs: number = LOOK_MS): LogFeed {
  const feeds = new Map<string, Feed>()
  const stopped: Promise<void>[] = []

  function find(key: SessionKey): Feed {
    const subject = toLogSubject(streams.names, key)
    const there = feeds.get(subject)
    if (there) return there
    const feed: Feed = {
      ...{ followers: new Set<Follower>(), recent: [], heardFrom: Number.POSITIVE_INFINITY },
      ...{ stop: async () => undefined, timer: undefined },
    }
    feeds.set(subject, feed)
    const hear = (message: LogMessage): void => {
      feed.recent.push(message)
      if (feed.recent.length > MOST_RECENT) feed.heardFrom = feed.recent.shift()?.place ?? feed.heardFrom
      tell(feed, message)
    }
    const listening = listen(streams, subject, {
      hear,
      begin(place) {
        feed.recent.splice(0)
        feed.heardFrom = place
      },
    })
    // What the server tells by itself is fast; that nothing was missed, a deletion above all, is looked at now and then.
    const look = async (): Promise<void> => {
      if (feed.followers.size > 0) {
        const state = await readState(streams, key).catch(() => undefined)
        if (state !== undefined) tell(feed, state)
      }
      if (feeds.get(subject) === feed) feed.timer = setTimeout(look, lookMs).unref()
    }
    feed.timer = setTimeout(look, FIRST_LOOK_MS).unref()
    feed.stop = async () => {
      clearTimeout(feed.timer)
      feeds.delete(subject)
      await listening.then(stop => stop())
    }
    return feed
  }

  function leave(feed: Feed): void {
    // Whoever follows asks again at once; a feed that nobody asks any more goes.
    setTimeout(() => {
      if (feed.followers.size === 0) stopped.push(feed.stop())
    }, LEFT_MS).unref()
  }

  return {
    next: (key, known, signal) =>
      new Promise(resolve => {
        if (signal?.aborted) return resolve(undefined)
        const feed = find(key)
        const latest = feed.recent.at(-1)
        if (latest && isNews(latest, known)) return resolve(toNews(feed, latest, known))
        const abort = (): void => follower.resolve(undefined)
        const follower: Follower = {
          known,
          resolve(news) {
            signal?.removeEventListener('abort', abort)
            if (feed.followers.delete(follower) && feed.followers.size === 0) leave(feed)
            resolve(news)
          },
        }
        signal?.addEventListener('abort', abort, { once: true })
        feed.followers.add(follower)
      }),
    async close() {
      for (const feed of [...feeds.values()]) {
        stopped.push(feed.stop())
        for (const follower of [...feed.followers]) follower.resolve(undefined)
      }
      await Promise.all(stopped)
    },
  }
}

const MOST_RECENT = 256
const FIRST_LOOK_MS = 250
const LOOK_MS = 2000
const LEFT_MS = 1000

function tell(feed: Feed, state: LogMessage | null): void {
  for (const follower of [...feed.followers])
    if (isNews(state, follower.known)) follower.resolve(toNews(feed, state, follower.known))
}

/** A server that is behind does not take back what another one told. */
function isNews(state: LogMessage | null, known: LogMessage | null): boolean {
  if (state === null || known === null) return state !== known
  return state.place > known.place
}

function toNews(feed: Feed, state: LogMessage | null, known: LogMessage | null): News {
  const isWhole = state && known && state.head.life === known.head.life && known.place >= feed.heardFrom
  if (!isWhole) return { state, messages: null }
  return {
    state,
    messages: feed.recent.filter(({ place }) => place > known.place && place <= state.place),
  }
}

type Listener = {
  readonly hear: (message: LogMessage) => void
  /** All that comes is behind this place, and none of it is left out. */
  readonly begin: (place: number) => void
}

/** Hears what comes, in its order; gives what ends that. */
async function listen(
  { broker, names }: StoreStreams,
  subject: string,
  { hear, begin }: Listener,
): Promise<() => Promise<void>> {
  try {
    const messages = await broker.manage(async (manager, client) => {
      const { state } = await manager.streams.info(names.logs)
      const consumer = await client.consumers.get(names.logs, {
        ...{ filter_subjects: subject, inactive_threshold: FORGOTTEN_NS },
        ...{ deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: state.last_seq + 1 },
      })
      begin(state.last_seq)
      return consumer.consume({
        ...{ max_messages: 500, idle_heartbeat: HEARTBEAT_MS },
        callback(told) {
          const message = toHeardMessage(told)
          if (message) hear(message)
        },
      })
    })
    return async () => {
      await messages.close()
    }
  } catch {
    // Then it is looked at only.
    return async () => undefined
  }
}

const HEARTBEAT_MS = 2000
const FORGOTTEN_NS = 60_000_000_000
