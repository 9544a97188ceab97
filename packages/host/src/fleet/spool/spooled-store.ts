import type { Entry } from '@antiphon/core'
import {
  type AppendOptions,
  type AppendOutcome,
  type FleetStore,
  formatSessionKey,
  type SessionKey,
  TranscriptError,
  type TranscriptStore,
} from '@antiphon/transcript'
import { deliverSession } from './deliver-spool.ts'
import type { SpoolFiles } from './spool-file.ts'

/** How the store of a running agent is: `kept` is said at the end of one whose store did not come back in time. */
export type StoreNews = { readonly state: 'away' | 'back' | 'taken' | 'kept'; readonly words: string }

export type SpooledStoreOptions = {
  readonly store: FleetStore
  readonly spool: SpoolFiles
  /** The session that is written; its subagents' logs, too. */
  readonly session: SessionKey
  readonly onNews: (news: StoreNews) => void
  /** How often a store that is away is asked for. */
  readonly pauseMs?: number
}

type SpooledLog = { readonly key: SessionKey; readonly base: number; count: number }

/**
 * A session's store that goes on in files of this machine while the server is away, and sends them in order when it is
 * back. An append is then answered when it is on this machine's disk.
 */
export function createSpooledStore(options: SpooledStoreOptions): TranscriptStore {
  const { store, spool, session, onNews, pauseMs = PAUSE_MS } = options
  const spooled = new Map<string, SpooledLog>()
  const ends = new Map<string, number>()
  let taken: string | null = null
  let chain: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let delivering: Promise<void> | null = null

  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = chain.then(work)
    chain = done.catch(() => undefined)
    return done
  }

  async function append(
    key: SessionKey,
    entries: readonly Entry[],
    appendOptions: AppendOptions = {},
  ): Promise<AppendOutcome> {
    const send = async (
      whenAway: (error: TranscriptError) => Promise<AppendOutcome>,
    ): Promise<AppendOutcome> => {
      try {
        const outcome = await store.append(key, entries, appendOptions)
        if (outcome.status === 'appended') ends.set(formatSessionKey(key), outcome.seq)
        return outcome
      } catch (error) {
        if (!isAway(error)) throw error
        return whenAway(error)
      }
    }
    const keepIt = (error?: TranscriptError): Promise<AppendOutcome> =>
      keep(key, entries, { ...appendOptions, ...(error && { error }) })
    if (taken !== null) return refuse(key)
    if (spooled.size === 0) return send(error => inOrder(() => keepIt(error)))
    return inOrder(async () => {
      if (taken !== null) return refuse(key)
      return spooled.size === 0 ? send(keepIt) : keepIt()
    })
  }

  type Keeping = AppendOptions & { readonly error?: TranscriptError }

  async function keep(
    key: SessionKey,
    entries: readonly Entry[],
    { expectedSeq, error }: Keeping,
  ): Promise<AppendOutcome> {
    const name = formatSessionKey(key)
    const log = spooled.get(name)
    const end = log ? log.base + log.count : (expectedSeq ?? ends.get(name))
    if (end === undefined) throw error ?? new TranscriptError('away', `The store of ${name} is away.`)
    if ((expectedSeq ?? end) !== end) return { status: 'conflict', reason: 'moved-on', seq: end }
    if (entries.length === 0) return { status: 'appended', seq: end }
    try {
      await spool.append(key, entries, log ? null : { base: end, writer: store.writer })
    } catch (failure) {
      if (log) log.count = await countEntries(spool, key)
      throw failure instanceof TranscriptError
        ? failure
        : new TranscriptError('io', `The store is away, and nothing can be kept here: ${String(failure)}`, {
            cause: error ?? failure,
          })
    }
    const isFirst = spooled.size === 0
    if (log) log.count += entries.length
    else spooled.set(name, { key, base: end, count: entries.length })
    if (isFirst) begin(error)
    return { status: 'appended', seq: end + entries.length }
  }

  function begin(error: TranscriptError | undefined): void {
    onNews({
      state: 'away',
      words: `the store is away${error ? ` (${error.message.replace(/\.$/, '')})` : ''}. The session goes on in a file of this machine and is sent when the store is back.`,
    })
    later()
  }

  function later(): void {
    clearTimeout(timer)
    // The session may end before the store is back: what is kept here is sent by the next start.
    timer = setTimeout(() => {
      void deliver()
        .catch(() => undefined)
        .then(() => {
          if (spooled.size > 0 && taken === null) later()
        })
    }, pauseMs).unref()
  }

  function deliver(): Promise<void> {
    delivering ??= deliverAll().finally(() => {
      delivering = null
    })
    return delivering
  }

  async function deliverAll(): Promise<void> {
    // Asked before anybody has to wait: what is said meanwhile goes on into the spool.
    await store.end(session)
    await inOrder(async () => {
      if (spooled.size === 0) return
      const { sent, fork } = await deliverSession(store, {
        spool,
        keys: [...spooled.values()].map(({ key }) => key),
      })
      for (const [name, { base, count }] of spooled) ends.set(name, base + count)
      spooled.clear()
      if (fork) taken = fork.note
      onNews(
        fork
          ? { state: 'taken', words: fork.note }
          : {
              state: 'back',
              words: `the store is back and has all that was said meanwhile (${sent} ${sent === 1 ? 'entry' : 'entries'} sent).`,
            },
      )
    })
  }

  function refuse(key: SessionKey): AppendOutcome {
    const seq = ends.get(formatSessionKey(key)) ?? 0
    return { status: 'conflict', reason: 'moved-on', seq, ...(taken !== null && { holder: taken }) }
  }

  return {
    ...store,
    append,
    async end(key) {
      const log = spooled.get(formatSessionKey(key))
      return log ? log.base + log.count : store.end(key)
    },
    async flush() {
      await chain
      await store.flush()
    },
    async release(key) {
      // The server frees it by itself when nothing is heard of its writer.
      if (spooled.size === 0) await store.release(key).catch(ignoreAway)
    },
    async close() {
      clearTimeout(timer)
      await chain
      if (spooled.size > 0) await deliver().catch(ignoreAway)
      clearTimeout(timer)
      if (spooled.size > 0)
        onNews({
          state: 'kept',
          words: `the store is still away. What it has not got of session ${session.session} lies in ${spool.path(session)}; the next start of antiphon with this store, or \`antiphon sync\`, sends it.`,
        })
      await spool.close()
      await store.close().catch(ignoreAway)
    },
  }
}

const PAUSE_MS = 1000

async function countEntries(spool: SpoolFiles, key: SessionKey): Promise<number> {
  let count = 0
  for await (const _ of spool.read(key)) count++
  return count
}

/** True for a store that may take it later: it cannot be reached, or its disk is full. */
function isAway(error: unknown): error is TranscriptError {
  return error instanceof TranscriptError && (error.code === 'away' || error.code === 'no-space')
}

function ignoreAway(error: unknown): void {
  if (!isAway(error) && !isLost(error)) throw error
}

/** What the client says of a connection that breaks while it is being closed. */
function isLost(error: unknown): boolean {
  return error instanceof Error && !(error instanceof TranscriptError)
}
