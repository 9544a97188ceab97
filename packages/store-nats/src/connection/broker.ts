import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { TranscriptError } from '@antiphon/transcript'
import {
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream'
import {
  type ConnectionOptions,
  connect,
  createInbox,
  credsAuthenticator,
  errors,
  headers,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  nkeyAuthenticator,
} from '@nats-io/transport-node'
import type { NatsAddress } from './server-address.ts'
import { isLost, toStoreError } from './store-failure.ts'

/** A message as the server keeps it. */
export type StreamMessage = {
  readonly subject: string
  /** Its place among all messages of the stream. */
  readonly place: number
  readonly time: string
  /** The one header that is ours; empty where it has none. */
  readonly mark: string
  readonly payload: Uint8Array
}

export type Publication = {
  readonly subject: string
  readonly payload: Uint8Array
  readonly mark?: string
  /** The place of the message that must be the last of its subject; 0 where there must be none. */
  readonly expected?: number
  /** Said twice in a short time, it is stored once. */
  readonly id?: string
}

/** What the server is asked, each by one question; a question that may be asked twice is asked until the bound. */
export interface Broker {
  readonly address: NatsAddress
  /** Stores a message and gives its place; what became of one that throws is not known. */
  publish(publication: Publication): Promise<number>
  /** Stores messages of one stream as one: all or none. */
  publishTogether(publications: readonly Publication[]): Promise<void>
  /** The last message of a subject, or the first from a place on: as the leader has it. */
  last(stream: string, subject: string): Promise<StreamMessage | null>
  next(stream: string, subject: string, place: number): Promise<StreamMessage | null>
  /** Some messages of a subject from a place on, from whichever server is near: the last ones may be missing there. */
  page(stream: string, subject: string, page: MessagePage): Promise<readonly StreamMessage[]>
  /** The last message of each subject that matches, from whichever server is near; null where there are too many. */
  lasts(stream: string, filter: string): Promise<readonly StreamMessage[] | null>
  /** The next messages that a consumer of the server tells, without what they hold; fewer where it has no more. */
  told(stream: string, consumer: string, count: number): Promise<readonly StreamMessage[]>
  /** Removes what matches, up to and without a place where one is named. */
  purge(stream: string, filter: string, before?: number): Promise<void>
  /** The client itself, for what is asked rarely; retried as a whole. */
  manage<T>(work: (manager: JetStreamManager, client: JetStreamClient) => Promise<T>): Promise<T>
  /** The largest message that the server takes. */
  maxBytes(): Promise<number>
  version(): Promise<string>
  retry(): BrokerRetry
  /** Who answers, for people. */
  server(): string
  close(): Promise<void>
}

export type MessagePage = { readonly from: number; readonly count: number; readonly bytes: number }

export type BrokerRetry = { readonly next: (error: unknown) => Promise<void> }

export type BrokerOptions = {
  readonly address: NatsAddress
  /** How long a store may be away before whoever waits is told. */
  readonly patienceMs?: number
}

type Live = {
  readonly connection: NatsConnection
  /** The question with what ends the waiting for its answer; whoever waits while the connection breaks is told at once. */
  readonly ask: (ask: () => Promise<Msg>) => Promise<Msg>
  readonly onLost: (tell: (error: Error) => void) => () => void
  /** Waits for a connection for a while: what is said without one would be heard much later, or never. */
  readonly ready: () => Promise<void>
  readonly client: JetStreamClient
  readonly manager: JetStreamManager
}

/** Connects when there is something to ask. */
export function createBroker({ address, patienceMs = PATIENCE_MS }: BrokerOptions): Broker {
  let [connecting, isClosed]: [Promise<Live> | null, boolean] = [null, false]
  let maxBytes: number | null = null
  const api = address.domain === null ? '$JS.API' : `$JS.${address.domain}.API`

  async function use(): Promise<Live> {
    if (isClosed) throw new TranscriptError('closed', 'The store was closed.')
    connecting ??= open(address).catch((error: unknown) => {
      connecting = null
      throw error
    })
    const live = await connecting
    await live.ready()
    return live
  }

  function retry(): BrokerRetry {
    const until = Date.now() + patienceMs
    let pause = FIRST_PAUSE_MS
    return {
      async next(error) {
        if (!isLost(error) || Date.now() + pause > until || isClosed) throw toStoreError(error, address.name)
        await wait(pause)
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      },
    }
  }

  async function again<T>(work: () => Promise<T>): Promise<T> {
    const tries = retry()
    for (;;)
      try {
        return await work()
      } catch (error) {
        await tries.next(error)
      }
  }

  async function request(
    subject: string,
    payload: Uint8Array | string,
    more: { readonly headers?: MsgHdrs } = {},
  ): Promise<Msg> {
    const { connection, ask } = await use()
    const timeout = ANSWER_MS + payload.length / SLOWEST_BYTES_PER_MS
    return ask(() => connection.request(subject, payload, { timeout, ...more }))
  }

  async function ask(subject: string, wish: unknown): Promise<Record<string, unknown>> {
    return readAnswer(await request(subject, JSON.stringify(wish)))
  }

  async function find(stream: string, wish: unknown): Promise<StreamMessage | null> {
    try {
      const { message } = await ask(`${api}.STREAM.MSG.GET.${stream}`, wish)
      return toStoredMessage(message)
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === NO_MESSAGE) return null
      throw error
    }
  }

  return {
    address,
    async publish(publication) {
      const { subject, payload } = publication
      return Number(readAnswer(await request(subject, payload, { headers: toHeaders(publication) })).seq)
    },
    async publishTogether(publications) {
      const { connection } = await use()
      const batch = randomUUID()
      for (const [index, publication] of publications.entries()) {
        const words = toHeaders(publication)
        words.set('Nats-Batch-Id', batch)
        words.set('Nats-Batch-Sequence', String(index + 1))
        const isLast = index === publications.length - 1
        if (isLast) words.set('Nats-Batch-Commit', '1')
        const { subject, payload } = publication
        // The first is answered when the batch is begun, the last when it is stored.
        if (index > 0 && !isLast) connection.publish(subject, payload, { headers: words })
        else {
          const answer = await request(subject, payload, { headers: words })
          if (answer.data.length > 0) readAnswer(answer)
        }
      }
    },
    last: (stream, subject) => again(() => find(stream, { last_by_subj: subject })),
    next: (stream, subject, place) =>
      again(() => find(stream, { seq: Math.max(1, place), next_by_subj: subject })),
    page: (stream, subject, { from, count, bytes }) =>
      again(async () => {
        const wish = { seq: Math.max(1, from), next_by_subj: subject, batch: count, max_bytes: bytes }
        return (await readMany(await use(), { asked: `${api}.DIRECT.GET.${stream}`, wish })) ?? []
      }),
    lasts: (stream, filter) =>
      again(async () =>
        readMany(await use(), { asked: `${api}.DIRECT.GET.${stream}`, wish: { multi_last: [filter] } }),
      ),
    async told(stream, consumer, count) {
      const asked = `${api}.CONSUMER.MSG.NEXT.${stream}.${consumer}`
      const wish = { batch: count, expires: EXPIRES_NS }
      return (await readMany(await use(), { asked, wish, read: toToldMessage, count })) ?? []
    },
    async purge(stream, filter, before) {
      const wish = before === undefined ? { filter } : { filter, seq: before }
      await again(() => ask(`${api}.STREAM.PURGE.${stream}`, wish))
    },
    manage: work =>
      again(async () => {
        const { manager, client } = await use()
        return work(manager, client)
      }),
    async maxBytes() {
      maxBytes ??= await again(async () => (await use()).connection.info?.max_payload ?? SMALLEST_MAX_BYTES)
      return maxBytes
    },
    version: () => again(async () => (await use()).connection.info?.version ?? 'unknown'),
    retry,
    server: () => address.name,
    async close() {
      isClosed = true
      const live = await connecting?.catch(() => null)
      await live?.connection.close()
    },
  }
}

/** The header that says what a message is to the store. */
export const MARK: string = 'Antiphon'

const NO_MESSAGE = 10_037
const TOO_MANY = 413
const ANSWER_MS = 5000
const SLOWEST_BYTES_PER_MS = 250
const SMALLEST_MAX_BYTES = 65_536
const CONNECT_MS = 5000
const PATIENCE_MS = 30_000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1000

async function open(address: NatsAddress): Promise<Live> {
  const connection = await connect(await toConnectionOptions(address))
  const options = address.domain === null ? {} : { domain: address.domain }
  const { onLost, ready } = watchConnection(connection)
  return {
    ...{ connection, onLost, ready },
    ask: question =>
      new Promise((resolve, reject) => {
        const forget = onLost(reject)
        question().then(resolve, reject).finally(forget)
      }),
    client: jetstream(connection, options),
    manager: await jetstreamManager(connection, { ...options, checkAPI: false }),
  }
}

/** The client would have those who wait for an answer go on until their time is over, and keep what they say meanwhile. */
function watchConnection(connection: NatsConnection): Pick<Live, 'onLost' | 'ready'> {
  const waiting = new Set<(error: Error) => void>()
  const idle = new Set<() => void>()
  let isOpen = true
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        isOpen = false
        for (const tell of [...waiting]) tell(new errors.ConnectionError(BROKEN))
      }
      if (type === 'reconnect') {
        isOpen = true
        for (const go of [...idle]) go()
      }
    }
  })()
  return {
    onLost(tell) {
      waiting.add(tell)
      return () => waiting.delete(tell)
    },
    async ready() {
      if (isOpen) return
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => leave(() => reject(new errors.ConnectionError(BROKEN))), READY_MS)
        const go = (): void => leave(resolve)
        const leave = (settle: () => void): void => {
          clearTimeout(timer)
          idle.delete(go)
          settle()
        }
        idle.add(go)
      })
    },
  }
}

const BROKEN = 'the connection broke off'
const READY_MS = 1000

async function toConnectionOptions({ servers, login, tls }: NatsAddress): Promise<ConnectionOptions> {
  const { user, password, token, credentials, nkey } = login
  const [credentialsText, seed] = await Promise.all([credentials, nkey].map(readSecret))
  return {
    servers: [...servers],
    name: 'antiphon',
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    // A server that stands still is left for another one.
    ...{ pingInterval: PING_MS, maxPingOut: 2 },
    noAsyncTraces: true,
    ...(user !== null && { user }),
    ...(password !== null && { pass: password }),
    ...(token !== null && { token }),
    ...(credentialsText && { authenticator: credsAuthenticator(credentialsText) }),
    ...(seed && { authenticator: nkeyAuthenticator(readSeed(seed)) }),
    ...(tls && {
      tls: {
        ...(tls.authority !== null && { caFile: tls.authority }),
        ...(tls.certificate !== null && { certFile: tls.certificate }),
        ...(tls.key !== null && { keyFile: tls.key }),
      },
    }),
  }
}

const RECONNECT_MS = 250
const PING_MS = 5000

async function readSecret(path: string | null | undefined): Promise<Uint8Array | null> {
  if (!path) return null
  try {
    return await readFile(path)
  } catch (error) {
    throw new TranscriptError('not-found', `${path} cannot be read: it should hold the login of the store.`, {
      cause: error,
    })
  }
}

/** Such files may hold comments and a public key besides. */
function readSeed(file: Uint8Array): Uint8Array {
  const seed = /^S[A-Z2-7]+$/m.exec(Buffer.from(file).toString('latin1'))?.[0]
  return seed ? Buffer.from(seed) : file
}

function toHeaders({ mark, expected, id }: Publication): MsgHdrs {
  const words = headers()
  if (mark !== undefined) words.set(MARK, mark)
  if (expected !== undefined) words.set('Nats-Expected-Last-Subject-Sequence', String(expected))
  if (id !== undefined) words.set('Nats-Msg-Id', id)
  return words
}

function readAnswer(message: Msg): Record<string, unknown> {
  const answer = message.json<Record<string, unknown>>()
  if (answer.error)
    throw new JetStreamApiError(answer.error as ConstructorParameters<typeof JetStreamApiError>[0])
  return answer
}

/** As the leader tells it: in JSON, with base64 in it. */
function toStoredMessage(told: unknown): StreamMessage | null {
  if (typeof told !== 'object' || told === null) return null
  const { subject, seq, time, hdrs, data } = told as Record<string, unknown>
  return {
    ...{ subject: String(subject), place: Number(seq), time: String(time) },
    mark: typeof hdrs === 'string' ? readMark(Buffer.from(hdrs, 'base64').toString()) : '',
    payload: typeof data === 'string' ? Buffer.from(data, 'base64') : Buffer.alloc(0),
  }
}

function readMark(text: string): string {
  return MARK_LINE.exec(text)?.[1] ?? ''
}

const MARK_LINE = new RegExp(`\\r\\n${MARK}: ?([^\\r]*)`)

type ManyQuestion = {
  readonly asked: string
  readonly wish: unknown
  readonly read?: (message: Msg) => StreamMessage
  /** With so many it is over; where none is named, the server says so. */
  readonly count?: number
}

/**
 * The client's own way of asking for many waits for ever where a server dies in the middle of its answer, and takes
 * several times as long.
 */
function readMany(
  { connection, onLost }: Live,
  { asked, wish, read = toDirectMessage, count = Number.POSITIVE_INFINITY }: ManyQuestion,
): Promise<readonly StreamMessage[] | null> {
  return new Promise((resolve, reject) => {
    const messages: StreamMessage[] = []
    const inbox = createInbox()
    const subscription = connection.subscribe(inbox, { callback: (error, message) => hear(error, message) })
    const fail = (): void => end(() => reject(new errors.TimeoutError()))
    const timer = setTimeout(fail, ANSWER_MS)
    const forget = onLost(error => end(() => reject(error)))
    function end(settle: () => void): void {
      forget()
      clearTimeout(timer)
      subscription.unsubscribe()
      settle()
    }
    function hear(error: Error | null, message: Msg): void {
      const code = message.headers?.code ?? 0
      if (error) end(() => reject(error))
      else if (OVER.has(code)) end(() => resolve(messages))
      else if (code === TOO_MANY) end(() => resolve(null))
      else if (code !== 0) fail()
      else take(message)
    }
    function take(message: Msg): void {
      timer.refresh()
      messages.push(read(message))
      if (messages.length === count) end(() => resolve(messages))
    }
    connection.publish(asked, JSON.stringify(wish), { reply: inbox })
  })
}

/** There is no more, no message at all, or none came in the time that a consumer was given. */
const OVER: ReadonlySet<number> = new Set([204, 404, 408])
// What was deleted since it was counted is waited for that long; who is not told all by then asks again.
const EXPIRES_NS = 500_000_000

function toDirectMessage({ headers: words, data }: Msg): StreamMessage {
  return {
    subject: words?.get('Nats-Subject') ?? '',
    place: Number(words?.get('Nats-Sequence')),
    time: words?.get('Nats-Time-Stamp') ?? '',
    mark: words?.get(MARK) ?? '',
    payload: data,
  }
}

/** Where it would be acknowledged says its place and time: `$JS.ACK.[domain.account.]stream.consumer.count.place.….time.…`. */
function toToldMessage({ subject, headers: words, data, reply = '' }: Msg): StreamMessage {
  const tokens = reply.split('.')
  const at = tokens.length === OLD_TOKENS ? 5 : 7
  return {
    subject,
    place: Number(tokens[at]),
    time: new Date(Number(tokens[at + 2]) / 1_000_000).toISOString(),
    mark: words?.get(MARK) ?? '',
    payload: data,
  }
}

const OLD_TOKENS = 9
