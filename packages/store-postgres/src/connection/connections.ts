import { setTimeout as wait } from 'node:timers/promises'
import { TranscriptError } from '@antiphon/transcript'
import { Client, type QueryArrayConfig, type QueryArrayResult } from 'pg'
import type { ServerAddress } from './server-address.ts'
import { isLostConnection, isUnknownName, toStoreError } from './store-failure.ts'
import { usePasswordFile } from './use-password-file.ts'

/** A statement with its values; rows come as lists of values. */
export type Statement = {
  readonly text: string
  readonly values: readonly unknown[]
  /** Of a text that is said again and again: the server plans it once for each connection, where nothing stands between. */
  readonly name?: string
  /** Broken off where no answer comes for so long: a server that is stopped, or a network that is cut, says nothing. */
  readonly answerMs?: number
}

export type Row = readonly unknown[]

/** A few connections to whichever of the servers takes writes. */
export interface Connections {
  /** Runs a statement once; a connection that breaks under it throws, since nobody knows what became of it. */
  run(statement: Statement): Promise<readonly Row[]>
  /** The same, again and again until the bound: for what may be asked twice. */
  runAgain(statement: Statement): Promise<readonly Row[]>
  /** Several statements as one transaction on one connection. */
  transact<T>(work: (run: (statement: Statement) => Promise<readonly Row[]>) => Promise<T>): Promise<T>
  /** Waits a little longer after each failure, until the bound; false when it is reached. */
  retry(): RetryBound
  /** Who answers, for people. */
  server(): string
  close(): Promise<void>
}

export type RetryBound = { readonly next: (error: unknown) => Promise<void> }

export type ConnectionsOptions = {
  readonly servers: readonly ServerAddress[]
  readonly maxConnections?: number
  /** How long a store may be away before whoever waits is told. */
  readonly patienceMs?: number
}

/** Connects when there is something to ask. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { servers, maxConnections = MAX_CONNECTIONS, patienceMs = PATIENCE_MS } = options
  const idle: Client[] = []
  const waiting: (() => void)[] = []
  let [open, isClosed] = [0, false]
  let answered = servers[0]?.name ?? ''

  async function connect(): Promise<Client> {
    let failure: unknown
    for (const { url, name } of servers) {
      const client = new Client({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_MS,
        keepAlive: true,
      })
      usePasswordFile(client)
      // A connection that breaks while nobody asks is found broken by the next who does.
      client.on('error', () => forget(client))
      try {
        await client.connect()
        if (await takesWrites(client)) {
          answered = name
          return client
        }
        failure ??= Object.assign(new Error('is a standby'), { code: READ_ONLY })
        await client.end()
      } catch (error) {
        answered = name
        failure = error
        client.end().catch(() => undefined)
      }
    }
    throw failure ?? new TranscriptError('io', 'No server is named.')
  }

  function forget(client: Client): void {
    const place = idle.indexOf(client)
    if (place === -1) return
    idle.splice(place, 1)
    open -= 1
  }

  async function use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    while (idle.length === 0 && open >= maxConnections)
      await new Promise<void>(resolve => waiting.push(resolve))
    if (isClosed) throw new TranscriptError('closed', 'The store was closed.')
    let client = idle.pop()
    if (!client) open += 1
    try {
      client ??= await connect()
      const result = await work(client)
      if (isClosed) await end(client)
      else idle.push(client)
      return result
    } catch (error) {
      if (client && !isClosed && !isLostConnection(error)) idle.push(client)
      else {
        open -= 1
        client?.end().catch(() => undefined)
      }
      throw error
    } finally {
      waiting.shift()?.()
    }
  }

  async function end(client: Client): Promise<void> {
    open -= 1
    await client.end().catch(() => undefined)
  }

  function retry(): RetryBound {
    const until = Date.now() + patienceMs
    let pause = FIRST_PAUSE_MS
    return {
      async next(error) {
        if (!isLostConnection(error) || Date.now() + pause > until || isClosed)
          throw toStoreError(error, answered)
        await wait(pause)
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      },
    }
  }

  let prepares = true

  /** A pooler that hands connections around does not know the names: what it refuses has not been run, and is said whole. */
  const run = (statement: Statement): Promise<readonly Row[]> =>
    use(async client => {
      if (!prepares || statement.name === undefined) return query(client, statement)
      try {
        return await query(client, statement, statement.name)
      } catch (error) {
        if (!isUnknownName(error)) throw error
        prepares = false
        return query(client, statement)
      }
    })

  return {
    run,
    async runAgain(statement) {
      const tries = retry()
      for (;;)
        try {
          return await run(statement)
        } catch (error) {
          await tries.next(error)
        }
    },
    transact: work =>
      use(async client => {
        await client.query('BEGIN')
        try {
          const result = await work(statement => query(client, statement))
          await client.query('COMMIT')
          return result
        } catch (error) {
          await client.query('ROLLBACK').catch(() => undefined)
          throw error
        }
      }),
    retry,
    server: () => answered,
    async close() {
      isClosed = true
      await Promise.all(idle.splice(0).map(end))
    },
  }
}

async function query(
  client: Client,
  { text, values, answerMs }: Statement,
  name?: string,
): Promise<readonly Row[]> {
  const config: QueryArrayConfig & { query_timeout?: number } = {
    ...{ text, values: [...values], rowMode: 'array' },
    ...(name !== undefined && { name }),
    ...(answerMs !== undefined && { query_timeout: answerMs }),
  }
  const result: QueryArrayResult<unknown[]> = await client.query(config)
  return result.rows
}

/** How long the answer to a write of so many bytes may take: a slow line, and a server that is busy, included. */
export function toAnswerMs(bytes: number): number {
  return ANSWER_MS + bytes / SLOWEST_BYTES_PER_MS
}

const ANSWER_MS = 15_000
const SLOWEST_BYTES_PER_MS = 250

async function takesWrites(client: Client): Promise<boolean> {
  const { rows } = await client.query({ text: 'SELECT pg_is_in_recovery()', rowMode: 'array' })
  return rows[0]?.[0] === false
}

const MAX_CONNECTIONS = 4
/** What a standby says to whoever writes. */
const READ_ONLY = '25006'
const CONNECT_MS = 5000
const PATIENCE_MS = 30_000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1000
