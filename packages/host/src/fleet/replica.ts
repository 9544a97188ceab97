import { chmod, mkdir, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresStore } from '@antiphon/store-postgres'
import { createFileStore, type ListFilter, type SessionKey, toLogPath } from '@antiphon/transcript'
import type { Io } from '../io.ts'
import { ProgramError } from '../program-error.ts'
import { findStoreFolder, toStoreProblem, withPersonStore } from './person-store.ts'
import { pullLog } from './pull-log.ts'

/**
 * The folder in which a store's logs are files for whoever reads: a copy that may be deleted at any time, and to which
 * nobody writes but `refreshReplica`. Null where the person has no store.
 */
export function findReplica(io: Pick<Io, 'env'>): string | null {
  return findStoreFolder(io, 'stores')
}

export type RefreshOptions = {
  /** Which logs; all unless told. */
  readonly filter?: ListFilter
  readonly onProgress?: (done: number) => void
}

/** Brings the copy to what the store holds now; only what changed is fetched. Gives the folder. */
export async function refreshReplica(
  io: Pick<Io, 'env' | 'signal'>,
  options: RefreshOptions = {},
): Promise<string> {
  return withPersonStore(io, store => refreshFrom(store, io, options))
}

/** The same with a store that is open. */
export async function refreshFrom(
  store: PostgresStore,
  io: Pick<Io, 'env' | 'signal'>,
  { filter = {}, onProgress = () => undefined }: RefreshOptions = {},
): Promise<string> {
  const root = findReplica(io)
  if (root === null) throw new ProgramError('wrong-use', 'No store is named.')
  await mkdir(root, { recursive: true, mode: 0o700 })
  await chmod(root, 0o700)
  const there = new Set<string>()
  let done = 0
  for await (const head of store.list(filter)) {
    if (io.signal.aborted) throw new ProgramError('interrupted', 'Interrupted.')
    const path = toLogPath(root, head.key)
    there.add(path)
    await pullLog(store, head, { path, isDisposable: true })
    onProgress(++done)
  }
  for await (const { key } of createFileStore({ root }).list(filter)) {
    const path = toLogPath(root, key)
    if (!there.has(path)) await rm(path, { force: true })
  }
  return root
}

/** Keeps the copy up to date until the signal, for whoever follows its files; a store that is away is asked again. */
export async function feedReplica(
  io: Pick<Io, 'env' | 'signal'>,
  { filter, signal }: { readonly filter: ListFilter; readonly signal: AbortSignal },
): Promise<void> {
  await withPersonStore(io, async store => {
    while (!signal.aborted) {
      await refreshFrom(store, { env: io.env, signal }, { filter }).catch(error => {
        if (!signal.aborted && !(toStoreProblem(error) instanceof ProgramError)) throw error
      })
      await wait(FEED_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  })
}

const FEED_MS = 300

/** The key of the one session that a person means by the beginning of its id; throws where there is none, or several. */
export async function findStoredSession(
  store: Pick<PostgresStore, 'findSessions'>,
  beginning: string,
): Promise<SessionKey> {
  const found = await store.findSessions(beginning)
  const [only, ...others] =
    found.filter(({ key }) => key.session === beginning).length === 1
      ? found.filter(({ key }) => key.session === beginning)
      : found
  if (!only)
    throw new ProgramError(
      'unreadable',
      `The store has no session whose id begins with ${beginning}. \`antiphon ls --store …\` lists them.`,
    )
  if (others.length > 0)
    throw new ProgramError(
      'wrong-use',
      `${beginning} could be several sessions of the store. Give more of the id:\n${found.map(({ key }) => `  ${key.session}  ${key.project}`).join('\n')}`,
    )
  return only.key
}
