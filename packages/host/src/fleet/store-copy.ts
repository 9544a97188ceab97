import { setTimeout as wait } from 'node:timers/promises'
import { type FleetStore, formatSessionKey, type LogHead, type SessionKey } from '@antiphon/transcript'
import type { Io } from '../io.ts'
import { createFetchQueue } from './fetch-queue.ts'
import { findStoreUrl, openPersonStore, toStoreProblem } from './person-store.ts'
import {
  findCopyLimit,
  groupSessions,
  planReplica,
  type StoredSession,
  toSessionName,
} from './plan-replica.ts'
import { requireReplica } from './replica.ts'
import { openReplicaFiles } from './replica-files.ts'
import { createStoreHeads } from './store-heads.ts'
import { hideStoreSecrets } from './store-kind.ts'

/** A store that is followed: what it holds at once, and its logs as files that come behind, for whoever reads. */
export interface StoreCopy {
  /** The folder of the files; nobody else writes there. */
  readonly root: string
  readonly store: FleetStore
  /** Every session of the store, as its head tells of it. */
  sessions(): Iterable<LogHead>
  head(key: SessionKey): LogHead | null
  /** Brings a session with its subagents up to date for somebody who reads it; false where the store has none of it. */
  fetch(key: SessionKey, options?: FetchOptions): Promise<boolean>
  state(): StoreCopyState
  /** Hears which sessions are not as they were; of none where only the state is another. */
  onChange(listener: (keys: readonly SessionKey[]) => void): void
  close(): Promise<void>
}

/** How far a copy is. */
type FetchOptions = {
  /** Whether the store has just been written to: what is known of the session is older. */
  readonly isChanged?: boolean
}

export type StoreCopyState = {
  /** The store, without credentials. */
  readonly store: string
  readonly sessions: number
  /** Sessions that are not in the copy as they are in the store, and will be. */
  readonly waiting: number
  /** Sessions that the copy has no room for: they are fetched when somebody opens them. */
  readonly leftOut: number
  readonly limitBytes: number
  /** Why the store cannot be asked now. */
  readonly problem: string | null
}

/** Rejects where the store cannot be used; what it holds is known when this resolves. */
export async function openStoreCopy(io: Pick<Io, 'env'>): Promise<StoreCopy> {
  const store = await openPersonStore(io, { patienceMs: PATIENCE_MS })
  try {
    return await follow(store, io)
  } catch (error) {
    await store.close().catch(() => undefined)
    throw toStoreProblem(error)
  }
}

const PATIENCE_MS = 3000

async function follow(store: FleetStore, io: Pick<Io, 'env'>): Promise<StoreCopy> {
  const root = requireReplica(io)
  const limitBytes = findCopyLimit(io.env)
  const files = await openReplicaFiles(store, root)
  const heads = createStoreHeads(store)
  await heads.refresh()
  const contents = await files.look()
  const readAt = new Map(contents.readAt)
  const there = new Map(contents.keys.map(key => [formatSessionKey(key), key]))
  const listeners: ((keys: readonly SessionKey[]) => void)[] = []
  const stop = new AbortController()
  let sessions = groupSessions(heads.all.values())
  let leftOut: readonly StoredSession[] = []
  let [problem, isDirty]: [string | null, boolean] = [null, true]

  /** When somebody asked for a session last, and when that was noted. */
  const asked = new Map<string, number>()
  const touched = new Map<string, number>()
  const isOpen = (name: string): boolean => Date.now() - (asked.get(name) ?? 0) < OPEN_MS

  const tell = (names: readonly string[]): void => {
    const keys = [...new Set(names.map(toSession))].map(toKey)
    for (const listener of listeners) listener(keys)
  }

  async function plan(): Promise<void> {
    isDirty = false
    const planned = planReplica(sessions.values(), { limitBytes, readAt, isOpen })
    leftOut = planned.leftOut
    queue.set(planned.kept.filter(({ logs }) => !logs.every(files.isKnownCurrent)))
    const kept = new Set(planned.kept.flatMap(({ logs }) => logs.map(({ key }) => formatSessionKey(key))))
    for (const [name, key] of there) {
      // One that was begun a moment ago may not be among the heads yet.
      if (kept.has(name) || isOpen(toSessionName(key))) continue
      there.delete(name)
      await files.remove(key)
    }
  }

  async function look(): Promise<void> {
    const changed = await heads.refresh()
    const wasAway = problem !== null
    problem = null
    if (changed.length > 0) sessions = groupSessions(heads.all.values())
    if (changed.length > 0 || isDirty) await plan()
    if (changed.length > 0 || wasAway) tell(changed)
  }

  /** Asks again and again, and for a small part of the time only. */
  async function watch(): Promise<void> {
    while (!stop.signal.aborted) {
      const began = Date.now()
      await look().catch(noteProblem)
      const pause = Math.max(LOOK_MS, LOOK_SHARE * (Date.now() - began))
      await wait(pause, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }

  function noteProblem(error: unknown): void {
    if (stop.signal.aborted) return
    const shown = toStoreProblem(error)
    problem = shown instanceof Error ? shown.message : String(shown)
    tell([])
  }

  async function bring({ logs }: StoredSession): Promise<void> {
    for (const head of logs) {
      there.set(formatSessionKey(head.key), head.key)
      if (!(await files.isCurrent(head))) await files.bring(head)
    }
  }

  const queue = createFetchQueue<StoredSession>({
    fetch: bring,
    onFetched: ({ name }) => tell([name]),
    onFailed(error) {
      isDirty = true
      noteProblem(error)
    },
  })

  async function noteRead(session: StoredSession): Promise<void> {
    const now = Date.now()
    if (now - (touched.get(session.name) ?? 0) < TOUCH_MS) return
    touched.set(session.name, now)
    isDirty = true
    for (const { key } of session.logs) await files.touch(key)
  }

  async function find(key: SessionKey, isChanged: boolean): Promise<StoredSession | undefined> {
    const { project, session } = key
    const known = sessions.get(toSessionName(key))
    if (!isChanged && known?.logs.every(files.isKnownCurrent)) return known
    const found: LogHead[] = []
    for await (const head of store.list({ project, session })) found.push(head)
    return groupSessions(found).get(toSessionName(key))
  }

  const watching = watch()
  return {
    ...{ root, store },
    *sessions() {
      for (const head of heads.all.values()) if (head.key.subpath === undefined) yield head
    },
    head: key => heads.all.get(formatSessionKey(key)) ?? null,
    async fetch(key, { isChanged = false } = {}) {
      const session = await find(key, isChanged)
      if (!session) return false
      asked.set(session.name, Date.now())
      readAt.set(session.name, Date.now())
      await bring(session)
      await noteRead(session)
      return true
    },
    state: () => ({
      store: hideStoreSecrets(findStoreUrl(io) ?? '').replace(/^[^:]*:\/\/(?:[^@/]*@)?/, ''),
      sessions: sessions.size,
      waiting: queue.size(),
      leftOut: leftOut.length,
      ...{ limitBytes, problem },
    }),
    onChange: listener => void listeners.push(listener),
    async close() {
      stop.abort()
      await Promise.all([watching, queue.close()])
      await store.close().catch(() => undefined)
    },
  }
}

const LOOK_MS = 250
const LOOK_SHARE = 4
const TOUCH_MS = 60_000
const OPEN_MS = 10 * 60_000

function toSession(name: string): string {
  return name.split('/', 2).join('/')
}

function toKey(name: string): SessionKey {
  const [project = '', session = ''] = name.split('/')
  return { project, session }
}
