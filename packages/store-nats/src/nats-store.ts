import {
  type FleetStore,
  findLogWriter,
  forkLog,
  formatLogWriter,
  holdLogs,
  type LogWriter,
  type ReadOptions,
  type SessionKey,
  type StoredItem,
  toEntryLines,
  toLineItem,
  toLines,
} from '@antiphon/transcript'
import { readServerFacts } from './care/server-facts.ts'
import { type Broker, createBroker } from './connection/broker.ts'
import { readAddress } from './connection/server-address.ts'
import { claimLog } from './log/claim-log.ts'
import { deleteLog } from './log/delete-log.ts'
import { followLines } from './log/follow-lines.ts'
import { createHeadFeed } from './log/head-feed.ts'
import type { HeldSubject } from './log/held-subject.ts'
import { freeLease, readLease } from './log/lease.ts'
import {
  findLastSession,
  findSessions,
  listChanged,
  listLogs,
  readHead,
  readMoment,
} from './log/list-logs.ts'
import { findBoundary, readTails } from './log/log-boundaries.ts'
import { createLogFeed } from './log/log-feed.ts'
import { endOf } from './log/log-mark.ts'
import { noteLog } from './log/note-log.ts'
import { readLines } from './log/read-lines.ts'
import { readState, type StoreStreams } from './log/read-state.ts'
import { createServerClock } from './log/server-clock.ts'
import { createDraft } from './log/session-draft.ts'
import { writeFrame } from './log/write-frame.ts'
import { createWriterPulse } from './log/writer-pulse.ts'
import { checkLayout } from './stream/stream-layout.ts'
import { toStreamNames } from './stream/stream-names.ts'

export type NatsStoreOptions = {
  /** `nats://user@host/team`; of several hosts whichever answers. */
  readonly url: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Who writes, for people who want to go on elsewhere; the system's user and name, or what the variables say, unless told. */
  readonly writer?: LogWriter
  /** How long the servers may be away before a waiting call is told. */
  readonly patienceMs?: number
  /** How long a writer that was killed keeps its logs. */
  readonly aliveMs?: number
}

/** Transcripts in a NATS JetStream that many hosts share. A position is a count of lines. */
export async function openNatsStore(options: NatsStoreOptions): Promise<FleetStore> {
  const { url, env = process.env, writer = findLogWriter(env) } = options
  const { patienceMs, aliveMs } = options
  const broker = createBroker({
    address: readAddress(url, env),
    ...(patienceMs !== undefined && { patienceMs }),
  })
  try {
    await checkLayout(broker)
    const { weaknesses } = await readServerFacts(broker)
    return { ...createStore(broker, { writer, ...(aliveMs !== undefined && { aliveMs }) }), weaknesses }
  } catch (error) {
    await broker.close()
    throw error
  }
}

function createStore(
  broker: Broker,
  { writer: who, ...pulseOptions }: { readonly writer: LogWriter; readonly aliveMs?: number },
): Omit<FleetStore, 'weaknesses'> {
  const streams: StoreStreams = { broker, names: toStreamNames(broker.address.space) }
  const stream = streams.names.logs
  const clock = createServerClock(broker, stream)
  const pulse = createWriterPulse(streams, { words: formatLogWriter(who), ...pulseOptions })
  const feed = createLogFeed(streams)
  const heads = createHeadFeed(streams)
  const logs = holdLogs<HeldSubject>({
    async claim(key, wish) {
      await pulse.begin()
      return claimLog(streams, { key, writer: pulse.writer, who, clock, ...wish })
    },
    append: (log, lines) => writeFrame(broker, log, { stream, lines }),
    endOf: findEnd,
    release: log => release(log),
  })
  let isClosed = false

  async function release({ key, revision }: HeldSubject): Promise<void> {
    if (revision !== null) await freeLease(streams, key, revision)
  }

  async function findEnd(key: SessionKey): Promise<number | null> {
    const state = await readState(streams, key)
    return state && endOf(state.head)
  }

  async function* readItems(
    key: SessionKey,
    options: ReadOptions = {},
  ): AsyncGenerator<StoredItem, void, undefined> {
    const state = await readState(streams, key)
    if (!state) return
    const isBackwards = options.direction === 'backwards'
    const from = options.from ?? (isBackwards ? endOf(state.head) : 0)
    for await (const line of readLines(streams, { key, state, from, isBackwards })) yield toLineItem(line)
  }

  const store: Omit<FleetStore, 'weaknesses'> = {
    append: (key, entries, { expectedSeq } = {}) => logs.append(key, toEntryLines(entries), expectedSeq),
    appendLines: (key, lines, expectedSeq) => logs.append(key, toLines(lines), expectedSeq),
    read: readItems,
    async *readLines(key, from = 0) {
      const state = await readState(streams, key)
      if (state) for await (const { line } of readLines(streams, { key, state, from })) yield line
    },
    follow: (key, options) => followLines({ streams, feed }, key, options),
    list: filter => listLogs(streams, { filter, clock }),
    listBeside: filter => listLogs(streams, { filter, clock, isBeside: true }),
    head: key => readHead(streams, key, clock),
    listChanged: since => listChanged(streams, since, { clock, feed: heads }),
    clock: () => readMoment(streams),
    findSessions: beginning => findSessions(streams, beginning, clock),
    findLastSession: project => findLastSession(streams, project, clock),
    readTails: keys => readTails(streams, keys),
    findBoundary: (key, bytes) => findBoundary(streams, key, bytes),
    annotate: (key, entries, expectedSeq) => logs.annotate(key, toEntryLines(entries), expectedSeq),
    note: (key, words) => logs.between(key, log => noteLog(streams, { key, words, log })),
    writer: pulse.writer,
    async releaseFor(key, writer) {
      const lease = await readLease(streams, key)
      if (lease?.writer === writer) await freeLease(streams, key, lease.revision)
    },
    end: findEnd,
    async delete(key) {
      for (const gone of await deleteLog(streams, key)) logs.forget(gone)
    },
    draft: async target => createDraft(streams, target, who),
    fork: (key, options) => forkLog(store, key, options),
    takeOver: key => logs.takeOver(key),
    flush: () => logs.flush(),
    release: key => logs.release(key),
    async close() {
      if (isClosed) return
      isClosed = true
      const held = await logs.close()
      try {
        await Promise.all([feed.close(), heads.close()])
        await Promise.all(held.map(release))
        await pulse.end()
      } finally {
        await broker.close()
      }
    },
  }
  return store
}
