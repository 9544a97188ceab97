import type { ToolItem } from '@antiphon/core/ui'
import type { Search, SearchQuery, SessionHits } from '@antiphon/search'
import { type PlacedItem, readSessionLog, readSubagentLogs, type SessionLog } from './session-log.ts'

/** A call that was looked for, in its log. */
export type RecalledCall = {
  readonly log: SessionLog
  /** Where in the log's items it is. */
  readonly index: number
  readonly item: ToolItem
  /** Milliseconds of the epoch; 0 where the log does not tell. */
  readonly time: number
}

export type FindCallsOptions = {
  readonly search: Search
  readonly accepts: (path: string) => boolean
  readonly now: number
  readonly signal: AbortSignal
  /** Says which calls are meant. */
  readonly isMeant: (item: ToolItem) => boolean
  readonly limit: number
}

export type RecalledCalls = {
  /** The newest first. */
  readonly calls: readonly RecalledCall[]
  /** Sessions that hold the words and were not read: enough was found in newer ones. */
  readonly unreadSessions: number
}

/** Queries of which one has to find something. */
export type AnyOf = readonly SearchQuery[]

/**
 * The newest calls of a kind: the search names the sessions in which every group finds something, these are read until
 * nothing newer can be elsewhere. A call and its answer stand on two lines, so that no one query finds both.
 */
export async function findCalls(
  groups: readonly AnyOf[],
  { search, accepts, now, signal, isMeant, limit }: FindCallsOptions,
): Promise<RecalledCalls> {
  const sessions = await findCommon(groups, { search, accepts, now, signal })
  let calls: RecalledCall[] = []
  let read = 0
  for (const { path, newest } of sessions) {
    if (calls.length >= limit && newest < (calls[limit - 1]?.time ?? 0)) break
    read += 1
    for (const log of await readLogs(path, { accepts, signal })) calls.push(...collectCalls(log, isMeant))
    calls = calls.sort((one, other) => other.time - one.time || other.index - one.index).slice(0, limit)
  }
  return { calls, unreadSessions: sessions.length - read }
}

type FindSessionsOptions = Pick<FindCallsOptions, 'search' | 'accepts' | 'now' | 'signal'>

/** The sessions that all groups find, the newest first. */
async function findCommon(
  groups: readonly AnyOf[],
  options: FindSessionsOptions,
): Promise<readonly FoundSession[]> {
  let common: readonly FoundSession[] | undefined
  for (const queries of groups) {
    const found = await findSessions(queries, options)
    const newest = new Map(found.map(one => [one.path, one.newest]))
    common = (common ?? found).flatMap(({ path, newest: time }) => {
      const other = newest.get(path)
      return other === undefined ? [] : [{ path, newest: Math.max(time, other) }]
    })
  }
  return (common ?? []).toSorted((one, other) => other.newest - one.newest)
}

type FoundSession = Pick<SessionHits, 'path' | 'newest'>

/** The sessions in which any of the queries finds something, the newest first. */
export async function findSessions(
  queries: AnyOf,
  { search, accepts, now, signal }: FindSessionsOptions,
): Promise<readonly FoundSession[]> {
  const byPath = new Map<string, number>()
  for (const query of queries)
    for await (const { changed } of search.fold(query, { order: 'newest', now, signal, accepts }))
      for (const { path, newest } of changed) byPath.set(path, Math.max(newest, byPath.get(path) ?? 0))
  return Array.from(byPath, ([path, newest]) => ({ path, newest })).sort(
    (one, other) => other.newest - one.newest,
  )
}

/** A session's own log, where it is there, and those of its subagents. */
async function readLogs(
  path: string,
  { accepts, signal }: Pick<FindCallsOptions, 'accepts' | 'signal'>,
): Promise<readonly SessionLog[]> {
  if (!accepts(path)) return []
  const own = await readSessionLog(path, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    // A session that cannot be read costs that session.
    if (error instanceof Error) return null
    throw error
  })
  return [...(own ? [own] : []), ...(await readSubagentLogs(path, signal).catch(() => []))]
}

function collectCalls(log: SessionLog, isMeant: FindCallsOptions['isMeant']): readonly RecalledCall[] {
  return log.items.flatMap(({ item }: PlacedItem, index) => {
    if (item.kind !== 'tool' || item.isRetracted || !isMeant(item)) return []
    const time = Date.parse(item.story.startedAt)
    return { log, index, item, time: Number.isNaN(time) ? 0 : time }
  })
}
