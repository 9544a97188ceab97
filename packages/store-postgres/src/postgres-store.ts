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
import { type Connections, createConnections } from './connection/connections.ts'
import { listServers } from './connection/server-address.ts'
import { createAppendBatches } from './log/append-batches.ts'
import { claimLog } from './log/claim-log.ts'
import { deleteLog } from './log/delete-log.ts'
import { followLines } from './log/follow-lines.ts'
import type { HeldTableLog } from './log/held-log.ts'
import { findLastSession, findSessions, listChanged, listLogs, readClock, readHead } from './log/list-logs.ts'
import { findBoundary, readTails } from './log/log-boundaries.ts'
import { toLogName } from './log/log-name.ts'
import { createLogWatch } from './log/log-watch.ts'
import { readLines, readState } from './log/read-lines.ts'
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

/** Transcripts in a PostgreSQL that many hosts share. A position is a count of lines. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<FleetStore> {
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
): Omit<FleetStore, 'weaknesses'> {
  const pulse = createWriterPulse(connections, { words: formatLogWriter(who), ...pulseOptions })
  const batches = createAppendBatches(connections)
  const watch = createLogWatch(connections)
  const logs = holdLogs<HeldTableLog>({
    async claim(key, { isForOthers, ...wish }) {
      await pulse.begin()
      const [name, author] = [toLogName(key), isForOthers ? null : who]
      return claimLog(connections, { name, key, writer: pulse.writer, who: author, ...wish })
    },
    append: (log, lines) => batches.append(log, lines),
    endOf,
    release: async ({ name, epoch }) => {
      await connections.runAgain({
        text: `UPDATE ${SCHEMA}.logs SET holder = NULL WHERE name = $1 AND epoch = $2`,
        values: [name, epoch],
      })
    },
  })
  let isClosed = false

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
    for await (const line of readLines(connections, { name, state, from, isBackwards }))
      yield toLineItem(line)
  }

  const store: Omit<FleetStore, 'weaknesses'> = {
    append: (key, entries, { expectedSeq } = {}) => logs.append(key, toEntryLines(entries), expectedSeq),
    appendLines: (key, lines, expectedSeq) => logs.append(key, toLines(lines), expectedSeq),
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
    annotate: (key, entries, expectedSeq) => logs.annotate(key, toEntryLines(entries), expectedSeq),
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
      for (const gone of await deleteLog(connections, key)) logs.forget(gone)
    },
    draft: async target => createDraft(connections, target, who),
    fork: (key, options) => forkLog(store, key, options),
    takeOver: key => logs.takeOver(key),
    flush: () => logs.flush(),
    release: key => logs.release(key),
    async close() {
      if (isClosed) return
      isClosed = true
      const held = await logs.close()
      try {
        if (held.length > 0)
          await connections.runAgain({
            text: `UPDATE ${SCHEMA}.logs SET holder = NULL WHERE name = ANY($1::uuid[]) AND holder = $2`,
            values: [held.map(({ name }) => name), pulse.writer],
          })
        await pulse.end()
      } finally {
        await connections.close()
      }
    },
  }
  return store
}
