import {
  type ChangedLogs,
  formatSessionKey,
  isBeside,
  type ListFilter,
  type LogHead,
  type SessionKey,
} from '@antiphon/transcript'
import { OWN, toKey, toLogFilter } from '../stream/stream-names.ts'
import type { HeadFeed } from './head-feed.ts'
import { findLiving, type LogLease, readLease, readLiving, toLease } from './lease.ts'
import { listAll, listHeads, listSessionHeads } from './list-heads.ts'
import { endOf, type LogMessage, sizeOf } from './log-mark.ts'
import { readState, type StoreStreams } from './read-state.ts'
import type { ServerClock } from './server-clock.ts'

export type ListLogsOptions = {
  readonly filter?: ListFilter | undefined
  /** Every file that lies beside a log instead. */
  readonly isBeside?: boolean
  readonly clock: ServerClock
}

/** Every log that matches. */
export async function* listLogs(
  streams: StoreStreams,
  options: ListLogsOptions,
): AsyncGenerator<LogHead, void, undefined> {
  const { filter = {}, clock } = options
  const holders = await readHolders(streams, clock)
  const isOfSession = filter.project !== undefined && filter.session !== undefined
  const subjects = toLogFilter(streams.names, filter)
  for await (const message of (isOfSession ? listSessionHeads : listHeads)(streams, subjects)) {
    const key = toKey(message.subject)
    if (endOf(message.head) > 0 && isBeside(key) === (options.isBeside ?? false))
      // Asking by name costs more than the rest where nobody writes.
      yield toHead(message, (holders.size > 0 && holders.get(formatSessionKey(key))) || null, key)
  }
}

/** The head of one log; null where there is none. */
export async function readHead(
  streams: StoreStreams,
  key: SessionKey,
  clock: ServerClock,
): Promise<LogHead | null> {
  const [message, lease] = await Promise.all([readState(streams, key), readLease(streams, key)])
  const words = lease && (await findLiving(streams, lease.writer, clock))
  return message && toHead(message, lease && words !== null ? { words, since: lease.since } : null)
}

/** A moment is a place in the stream: what stands behind it came later, whatever clocks say. */
export async function readMoment({ broker, names }: StoreStreams): Promise<string> {
  const { state } = await broker.manage(manager => manager.streams.info(names.logs))
  return String(state.last_seq)
}

/** The logs that changed behind a place or are being written. */
export async function listChanged(
  streams: StoreStreams,
  since: string,
  { clock, feed }: { readonly clock: ServerClock; readonly feed: HeadFeed },
): Promise<ChangedLogs> {
  const { messages, at } = await feed.since(Number(since))
  const changed = new Map(messages.map(message => [formatSessionKey(toKey(message.subject)), message]))
  const holders = await readHolders(streams, clock)
  for (const [name, { key }] of holders) {
    const message = changed.has(name) ? null : await readState(streams, key)
    if (message) changed.set(name, message)
  }
  const heads = [...changed]
    .filter(([, { head }]) => endOf(head) > 0)
    .map(([name, message]) => toHead(message, holders.get(name) ?? null))
  return { heads, at: String(at) }
}

/** Sessions whose id begins so, the one that changed last first. */
export async function findSessions(
  streams: StoreStreams,
  beginning: string,
  clock: ServerClock,
): Promise<readonly LogHead[]> {
  const filter = toLogFilter(streams.names, { below: OWN })
  const subjects = await listSubjects(streams, filter)
  const keys = subjects.map(toKey).filter(({ session }) => session.startsWith(beginning))
  return readNewest(streams, keys, clock)
}

/** The session of a project that changed last. */
export async function findLastSession(
  streams: StoreStreams,
  project: string,
  clock: ServerClock,
): Promise<LogHead | null> {
  let newest: LogMessage | null = null
  // They come in the order of the stream.
  for await (const message of listHeads(streams, toLogFilter(streams.names, { project, below: OWN })))
    if (endOf(message.head) > 0) newest = message
  return newest && readHead(streams, toKey(newest.subject), clock)
}

async function readNewest(
  streams: StoreStreams,
  keys: readonly SessionKey[],
  clock: ServerClock,
): Promise<readonly LogHead[]> {
  const heads: LogHead[] = []
  for (let index = 0; index < keys.length; index += AT_ONCE) {
    const some = keys.slice(index, index + AT_ONCE).map(key => readHead(streams, key, clock))
    heads.push(...(await Promise.all(some)).filter(head => head !== null))
  }
  return heads.toSorted((one, other) => (one.modifiedAt < other.modifiedAt ? 1 : -1)).slice(0, MOST_FOUND)
}

const AT_ONCE = 32
const MOST_FOUND = 20

/** The names of subjects that match, without anything of them. */
async function listSubjects({ broker, names }: StoreStreams, filter: string): Promise<readonly string[]> {
  const { state } = await broker.manage(manager =>
    manager.streams.info(names.logs, { subjects_filter: filter }),
  )
  return Object.keys(state.subjects ?? {})
}

/** Who writes a log now. */
export type Holder = { readonly words: string; readonly since: string }

/** Who writes which log now, by `formatSessionKey`. */
export async function readHolders(
  streams: StoreStreams,
  clock: ServerClock,
): Promise<ReadonlyMap<string, Holder & { readonly key: SessionKey }>> {
  const { names } = streams
  const leases: { readonly key: SessionKey; readonly lease: LogLease }[] = []
  for await (const message of listAll(streams, names.leases, { filter: '>' })) {
    const lease = toLease(message)
    if (lease) leases.push({ key: toKey(message.subject), lease })
  }
  if (leases.length === 0) return new Map()
  const living = await readWriters(streams, clock)
  return new Map(
    leases.flatMap(({ key, lease }) => {
      const words = living.get(lease.writer)
      return words === undefined ? [] : [[formatSessionKey(key), { key, words, since: lease.since }] as const]
    }),
  )
}

/** What those who are alive say of themselves, by their names. */
export async function readWriters(
  streams: StoreStreams,
  clock: ServerClock,
): Promise<ReadonlyMap<string, string>> {
  const now = await clock.now()
  const living = new Map<string, string>()
  for await (const message of listAll(streams, streams.names.writers, { filter: '>' })) {
    const words = readLiving(message, now)
    if (words !== null) living.set(message.subject.split('.').at(-1) ?? '', words)
  }
  return living
}

// A literal of one shape, without spreads: a list makes one for every log.
function toHead(
  { subject, time, head }: LogMessage,
  holder: Holder | null,
  key: SessionKey = toKey(subject),
): LogHead {
  const { author, life, note } = head
  return {
    key,
    seq: endOf(head),
    bytes: sizeOf(head),
    life,
    note,
    modifiedAt: toMilliseconds(time),
    writer: holder?.words ?? null,
    heldSince: holder ? (author.since ?? holder.since) : null,
    person: author.person ?? null,
    host: author.host ?? null,
  }
}

/** The server tells some times to the nanosecond. */
function toMilliseconds(time: string): string {
  return time.length === MILLISECONDS ? time : new Date(time).toISOString()
}

const MILLISECONDS = '2026-01-01T00:00:00.000Z'.length
