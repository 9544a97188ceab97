import { relative, resolve, sep } from 'node:path'
import {
  createFileStore,
  type FleetStore,
  formatSessionKey,
  type ListFilter,
  type LogHead,
  type SessionKey,
  toSessionKey,
} from '@antiphon/transcript'
import type { Io } from '../io.ts'
import { ProgramError } from '../program-error.ts'
import { findStoreFolder, withPersonStore } from './person-store.ts'
import { findCopyLimit, groupSessions, planReplica } from './plan-replica.ts'
import { openReplicaFiles } from './replica-files.ts'

/**
 * The folder in which a store's logs are files for whoever reads: a copy that may be deleted at any time, and to which
 * nobody writes but `refreshReplica` and `openStoreCopy`. Null where the person has no store, or no home.
 */
export function findReplica(io: Pick<Io, 'env'>): string | null {
  return findStoreFolder(io, 'stores')
}

/** The same where there has to be one. */
export function requireReplica(io: Pick<Io, 'env'>): string {
  const root = findReplica(io)
  if (root === null)
    throw new ProgramError(
      'wrong-use',
      'There is no home to copy sessions of the store to. Set HOME or ANTIPHON_CONFIG_DIR.',
    )
  return root
}

export type RefreshOptions = {
  /** Which logs; all unless told, as many as the copy has room for. */
  readonly filter?: ListFilter
  /** How many of the logs that changed are there by now. */
  readonly onProgress?: (done: number, total: number) => void
}

/** A copy as it is now. */
export type Refreshed = {
  readonly root: string
  /** How many sessions it has no room for. */
  readonly leftOut: number
}

/** Brings the copy to what the store holds now; only what changed is fetched. */
export async function refreshReplica(
  io: Pick<Io, 'env' | 'signal'>,
  options: RefreshOptions = {},
): Promise<Refreshed> {
  return withPersonStore(io, store => refreshFrom(store, io, options))
}

/** The same with a store that is open. */
export async function refreshFrom(
  store: FleetStore,
  io: Pick<Io, 'env' | 'signal'>,
  { filter = {}, onProgress = () => undefined }: RefreshOptions = {},
): Promise<Refreshed> {
  const root = requireReplica(io)
  const files = await openReplicaFiles(store, root)
  const heads: LogHead[] = []
  for await (const head of store.list(filter)) heads.push(head)
  const isWhole = filter.session === undefined && filter.project === undefined
  const { readAt } = isWhole ? await files.look() : { readAt: new Map<string, number>() }
  const limitBytes = isWhole ? findCopyLimit(io.env) : Number.POSITIVE_INFINITY
  const { kept, leftOut } = planReplica(groupSessions(heads).values(), { limitBytes, readAt })
  const logs = kept.flatMap(session => session.logs)
  const isCurrent = await Promise.all(logs.map(files.isCurrent))
  const changed = logs.filter((_, index) => !isCurrent[index])
  let done = 0
  const waiting = [...changed]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (io.signal.aborted) throw new ProgramError('interrupted', 'Interrupted.')
      await files.bring(next)
      onProgress(++done, changed.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const there = new Set(logs.map(({ key }) => formatSessionKey(key)))
  for await (const { key } of createFileStore({ root }).list(filter))
    if (!there.has(formatSessionKey(key))) await files.remove(key)
  return { root, leftOut: leftOut.length }
}

const AT_ONCE = 4

/** The key of the one session that a person means by the beginning of its id; throws where there is none, or several. */
export async function findStoredSession(
  store: Pick<FleetStore, 'findSessions'>,
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

/** The log of a store that a path of its copy means; null for any other path. */
export function findReplicaKey(path: string, io: Pick<Io, 'env'>): SessionKey | null {
  const root = findReplica(io)
  const projects = root === null ? null : resolve(root, 'projects')
  const isInside = projects !== null && resolve(path).startsWith(`${projects}${sep}`)
  return isInside ? toSessionKey(relative(projects, resolve(path))) : null
}
