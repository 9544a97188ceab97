import { type Entry, encodeEntry } from '@antiphon/core'
import {
  type AppendOutcome,
  forkLog,
  formatSessionKey,
  type ListFilter,
  type ReadOptions,
  type SessionKey,
  type StoredItem,
  TranscriptError,
  type TranscriptStore,
} from '@antiphon/transcript'
import { readServerFacts } from './care/server-facts.ts'
import { type Connections, createConnections } from './connection/connections.ts'
import { listServers } from './connection/server-address.ts'
import { createAppendBatches } from './log/append-batches.ts'
import { type ClaimOptions, claimLog } from './log/claim-log.ts'
import { deleteLog } from './log/delete-log.ts'
import { followLines } from './log/follow-lines.ts'
import { type HeldLog, type Lines, toLines } from './log/held-log.ts'
import {
  type ChangedLogs,
  findLastSession,
  findSessions,
  type LogHead,
  listChanged,
  listLogs,
  readClock,
  readHead,
} from './log/list-logs.ts'
import { findBoundary, type LogBoundary, type LogTail, readTails } from './log/log-boundaries.ts'
import { toLogName } from './log/log-name.ts'
import { createLogWatch } from './log/log-watch.ts'
import { findLogWriter, formatLogWriter, type LogWriter } from './log/log-writer.ts'
import { readLines, readState, toItem } from './log/read-lines.ts'
import { createDraft } from './log/session-draft.ts'
import { createWriterPulse } from './log/writer-pulse.ts'
import { checkVersion } from './schema/migrate.ts'
import { addPartitions } from './schema/partitions.ts'
import { SCHEMA } from './schema/schema-name.ts'

export type PostgresStoreOptions = {
  /** `postgres://user@host/database`; of several hosts the one that takes writes. */
  readonly url: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Who writes, for people who want to go on elsewhere; the system's user and name, or what the variables say, unless told. */
  readonly writer?: LogWriter
  /** How long the server may be away before a waiting call is told. */
  readonly patienceMs?: number
  /** How long a writer that was killed keeps its logs. */
  readonly aliveMs?: number
}

/** A store of which another host may take a log. */
export interface PostgresStore extends TranscriptStore {
  /** Makes this store the writer of a log, whoever has it; that one is refused from then on. */
  takeOver(key: SessionKey): Promise<void>
  /** Appends lines as they stand in a file, whatever they hold. */
  appendLines(key: SessionKey, lines: readonly Uint8Array[], expectedSeq?: number): Promise<AppendOutcome>
  /** The lines as they were stored. */
  readLines(key: SessionKey, from?: number): AsyncIterable<Uint8Array>
  list(filter?: ListFilter): AsyncIterable<LogHead>
  /** The files of a session that are no logs: keys below `beside`, which `list` leaves out. */
  listBeside(session: Required<ListFilter>): AsyncIterable<LogHead>
  head(key: SessionKey): Promise<LogHead | null>
  /** The logs that changed since a time of the server's clock, and all that are being written. */
  listChanged(since: string): Promise<ChangedLogs>
  /** What the server's clock says. */
  clock(): Promise<string>
  /** Sessions whose id begins so, of whatever project. */
  findSessions(beginning: string): Promise<readonly LogHead[]>
  /** The session of a project that changed last. */
  findLastSession(project: string): Promise<LogHead | null>
  /** How logs end, in the order of the keys; null for one that is not there. */
  readTails(keys: readonly SessionKey[]): Promise<readonly (LogTail | null)[]>
  /** The last place between two lines with at most so many bytes before it. */
  findBoundary(key: SessionKey, bytes: number): Promise<LogBoundary>
  /** Appends what is said about a log, such as its name, and lets go of it: it stays theirs who wrote it. */
  annotate(key: SessionKey, entries: readonly Entry[], expectedSeq?: number): Promise<AppendOutcome>
  /** Says of a log why it is there. */
  note(key: SessionKey, words: string): Promise<void>
  /** Who this store is among the writers. */
  readonly writer: string
  /** Gives up a log for a writer that is gone for sure; that of another one stays with it. */
  releaseFor(key: SessionKey, writer: string): Promise<void>
  /** Which promises the server's settings weaken, in sentences. */
  readonly weaknesses: readonly string[]
}

/** Transcripts in a PostgreSQL that many hosts share. A position is a count of lines. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, env = process.env, writer = findLogWriter(env) } = options
  const { patienceMs, aliveMs } = options
  const connections = createConnections({
    servers: listServers(url, env),
    ...(patienceMs !== undefined && { patienceMs }),
  })
  try {
    await checkVersion(connections)
  } catch (error) {
    await connections.close()
    throw error
  }
  await addPartitions(connections)
  const { weaknesses } = await readServerFacts(connections)
  return { ...createStore(connections, { writer, ...(aliveMs !== undefined && { aliveMs }) }), weaknesses }
}

function createStore(
  connections: Connections,
  { writer: who, ...pulseOptions }: { readonly writer: LogWriter; readonly aliveMs?: number },
): Omit<PostgresStore, 'weaknesses'> {
  const pulse = createWriterPulse(connections, { words: formatLogWriter(who), ...pulseOptions })
  const batches = createAppendBatches(connections)
  const watch = createLogWatch(connections)
  /** Null for a log that somebody else has by now: it stays theirs until it is released here. */
  const held = new Map<string, HeldLog | null>()
  const chains = new Map<string, Promise<unknown>>()
  let isClosed = false

  /** One after the other for each log. */
  function inOrder<T>(name: string, work: () => Promise<T>): Promise<T> {
    const done = (chains.get(name) ?? Promise.resolve()).then(work)
    const settled = done
      .catch(() => undefined)
      .then(() => {
        if (chains.get(name) === settled) chains.delete(name)
      })
    chains.set(name, settled)
    return done
  }

  async function appendBytes(
    key: SessionKey,
    lines: Lines,
    expected: number | undefined,
  ): Promise<AppendOutcome> {
    const name = toLogName(key)
    if (isClosed) throw new TranscriptError('closed', 'The store was closed.')
    return inOrder(name, async () => {
      const log = held.get(name)
      if (lines.lengths.length === 0)
        return appendNothing(key, log?.isUnsure ? undefined : log?.end, expected)
      if (log === undefined) return claim(key, name, { lines, expected })
      if (log?.isUnsure) return claim(key, name, { lines, expected: expected ?? log.end })
      if (log === null || (expected ?? log.end) !== log.end)
        return conflict(log?.end ?? (await endOf(key)) ?? 0)
      if (await appendSurely(log, lines)) {
        log.end += lines.lengths.length
        return { status: 'appended', seq: log.end }
      }
      held.set(name, null)
      return conflict((await endOf(key)) ?? 0)
    })
  }

  async function appendSurely(log: HeldLog, lines: Lines): Promise<boolean> {
    try {
      return await batches.append(log, lines)
    } catch (error) {
      log.isUnsure = true
      throw error
    }
  }

  async function appendNothing(
    key: SessionKey,
    known: number | undefined,
    expected: number | undefined,
  ): Promise<AppendOutcome> {
    const end = known ?? (await endOf(key)) ?? 0
    return (expected ?? end) === end ? { status: 'appended', seq: end } : conflict(end)
  }

  async function claim(
    key: SessionKey,
    name: string,
    wish: Pick<ClaimOptions, 'lines' | 'expected' | 'isForced'> & Partial<Pick<ClaimOptions, 'who'>>,
  ): Promise<AppendOutcome> {
    await pulse.begin()
    const outcome = await claimLog(connections, { name, key, writer: pulse.writer, who, ...wish })
    if (outcome.status === 'claimed') {
      held.set(name, outcome.log)
      return { status: 'appended', seq: outcome.log.end }
    }
    const { holder, end } = outcome
    if (holder === null || (wish.expected !== undefined && wish.expected !== end)) return conflict(end)
    return {
      status: 'conflict',
      reason: 'leased',
      seq: end,
      holder: `${formatSessionKey(key)} is written by ${holder}.`,
    }
  }

  async function endOf(key: SessionKey): Promise<number | null> {
    return (await readState(connections, key))?.end ?? null
  }

  async function* readItems(
    key: SessionKey,
    options: ReadOptions = {},
  ): AsyncGenerator<StoredItem, void, undefined> {
    const [name, state] = [toLogName(key), await readState(connections, key)]
    if (!state) return
    const isBackwards = options.direction === 'backwards'
    const from = options.from ?? (isBackwards ? state.end : 0)
    for await (const line of readLines(connections, { name, state, from, isBackwards })) yield toItem(line)
  }

  async function releaseLog(name: string): Promise<void> {
    const log = held.get(name)
    held.delete(name)
    if (log)
      await connections.runAgain({
        text: `UPDATE ${SCHEMA}.logs SET holder = NULL WHERE name = $1 AND epoch = $2`,
        values: [name, log.epoch],
      })
  }

  const store: Omit<PostgresStore, 'weaknesses'> = {
    append: (key, entries, { expectedSeq } = {}) => {
      return appendBytes(key, toLines(entries.map(entry => Buffer.from(encodeEntry(entry)))), expectedSeq)
    },
    appendLines: (key, lines, expectedSeq) => appendBytes(key, toLines(lines), expectedSeq),
    read: readItems,
    async *readLines(key, from = 0) {
      const [name, state] = [toLogName(key), await readState(connections, key)]
      if (state) for await (const { line } of readLines(connections, { name, state, from })) yield line
    },
    follow: (key, options) => followLines({ connections, watch }, key, options),
    list: filter => listLogs(connections, filter),
    listBeside: session => listLogs(connections, session, true),
    head: key => readHead(connections, key),
    listChanged: since => listChanged(connections, since),
    clock: () => readClock(connections),
    findSessions: beginning => findSessions(connections, beginning),
    findLastSession: project => findLastSession(connections, project),
    readTails: keys => readTails(connections, keys),
    findBoundary: (key, bytes) => findBoundary(connections, key, bytes),
    annotate(key, entries, expectedSeq) {
      const name = toLogName(key)
      return inOrder(name, async () => {
        const lines = toLines(entries.map(entry => Buffer.from(encodeEntry(entry))))
        const outcome = await claim(key, name, { lines, expected: expectedSeq, who: null })
        if (outcome.status === 'appended') await releaseLog(name)
        return outcome
      })
    },
    async note(key, words) {
      await connections.runAgain({
        text: `UPDATE ${SCHEMA}.logs SET note = $2 WHERE name = $1`,
        values: [toLogName(key), words],
      })
    },
    writer: pulse.writer,
    async releaseFor(key, writer) {
      await connections.runAgain({
        text: `UPDATE ${SCHEMA}.logs SET holder = NULL WHERE name = $1 AND holder = $2`,
        values: [toLogName(key), writer],
      })
    },
    end: endOf,
    async delete(key) {
      for (const name of await deleteLog(connections, key)) held.delete(name)
    },
    draft: async target => createDraft(connections, target, who),
    fork: (key, options) => forkLog(store, key, options),
    async takeOver(key) {
      const name = toLogName(key)
      await inOrder(name, async () => {
        held.delete(name)
        await claim(key, name, { lines: NOTHING, expected: undefined, isForced: true })
      })
    },
    async flush() {
      await Promise.all(chains.values())
    },
    release: key => {
      const name = toLogName(key)
      return inOrder(name, () => releaseLog(name))
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await Promise.all(chains.values())
      try {
        if (held.size > 0)
          await connections.runAgain({
            text: `UPDATE ${SCHEMA}.logs SET holder = NULL WHERE name = ANY($1::uuid[]) AND holder = $2`,
            values: [[...held.keys()], pulse.writer],
          })
        await pulse.end()
      } finally {
        await connections.close()
      }
    },
  }
  return store
}

const NOTHING: Lines = { bytes: Buffer.alloc(0), lengths: [] }

function conflict(seq: number): AppendOutcome {
  return { status: 'conflict', reason: 'moved-on', seq }
}
