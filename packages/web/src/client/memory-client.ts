import type { Entry } from '@antiphon/core'
import type {
  FollowedEvent,
  LogClient,
  Page,
  PageRequest,
  PlacedEntry,
  SearchHit,
  SessionChange,
  SessionRow,
} from '@antiphon/server/protocol'
import { createChannel } from './channel.ts'
import { createFailure } from './failure.ts'
import { outlineOf, placeOnBranch } from './memory-outline.ts'

export type MemorySession = {
  readonly row: SessionRow
  readonly entries: readonly Entry[]
  readonly agents?: Readonly<Record<string, readonly Entry[]>>
}

export type MemoryClient = LogClient & {
  /** Writes an entry behind a session's others, as another program would. */
  append(session: string, entry: Entry): void
  /** Adds a session or changes its row. */
  put(session: MemorySession): void
  remove(session: string): void
}

/** Sessions in memory, a hundred entries a page: what the page is tested with. */
export function createMemoryClient(initial: readonly MemorySession[], pageSize: number = 100): MemoryClient {
  const sessions = new Map(initial.map(session => [session.row.id, toStored(session)]))
  const followers = createChannel<{ readonly session: string; readonly event: FollowedEvent }>()
  const changes = createChannel<SessionChange>()

  function find(id: string): Stored {
    const stored = sessions.get(id)
    if (!stored) throw createFailure('missing', 'There is no such session.')
    return stored
  }

  return {
    async *listSessions() {
      const rows = [...sessions.values()].map(({ row }) => row)
      yield* rows.sort((one, other) => other.changedAt.localeCompare(one.changedAt))
    },
    async readPage(request) {
      const { log, agents } = find(request.session)
      const chosen = request.agentId === undefined ? log : agents.get(request.agentId)
      if (!chosen) throw createFailure('missing', 'There is no such subagent.')
      return cutPage({ log: chosen, request, pageSize, agentIds: [...agents.keys()] })
    },
    toLineAddress: () => null,
    async readEntry({ session, seq, agentId }) {
      const { log, agents } = find(session)
      const chosen = agentId === undefined ? log : agents.get(agentId)
      const placed = chosen?.find(one => one.seq === seq)
      if (!placed) throw createFailure('missing', 'There is no such entry.')
      return placed.entry
    },
    async *follow({ session, from }, signal) {
      const later = followers.listen(signal)
      for (const placed of find(session).log) if (placed.seq >= from) yield { kind: 'entry', placed }
      for await (const told of later) if (told.session === session) yield told.event
    },
    async readOutline({ session, agentId }) {
      const { log, agents } = find(session)
      return outlineOf(agentId === undefined ? log : (agents.get(agentId) ?? []))
    },
    async readBranchPlace({ session, leafUuid, before }) {
      return placeOnBranch(find(session).log, { leafUuid, before })
    },
    async *findInSession({ session, query }) {
      const { row, log } = find(session)
      for (const { seq, uuid, kind } of searchLog({ row, log, query })) yield { seq, uuid, kind }
    },
    async readSearchProgress() {
      return { indexedBytes: 0, sourceBytes: 0, isIndexing: false }
    },
    followSessions: signal => changes.listen(signal),
    async *search(query) {
      for (const { row, log } of sessions.values()) yield* searchLog({ row, log, query })
    },
    append(session, entry) {
      const { log } = find(session)
      const placed = place(entry, endOf(log))
      log.push(placed)
      followers.tell({ session, event: { kind: 'entry', placed } })
    },
    put(session) {
      sessions.set(session.row.id, toStored(session))
      changes.tell({ kind: 'changed', row: session.row })
    },
    remove(session) {
      sessions.delete(session)
      changes.tell({ kind: 'gone', id: session })
    },
  }
}

type Stored = {
  readonly row: SessionRow
  readonly log: PlacedEntry[]
  readonly agents: ReadonlyMap<string, PlacedEntry[]>
}

function toStored({ row, entries, agents = {} }: MemorySession): Stored {
  const logs = Object.entries(agents).map(([id, log]) => [id, toLog(log)] as const)
  return { row, log: toLog(entries), agents: new Map(logs) }
}

function toLog(entries: readonly Entry[]): PlacedEntry[] {
  const log: PlacedEntry[] = []
  for (const entry of entries) log.push(place(entry, endOf(log)))
  return log
}

function place(entry: Entry, seq: number): PlacedEntry {
  return { seq, next: seq + JSON.stringify(entry).length + 1, entry, cut: 0 }
}

function endOf(log: readonly PlacedEntry[]): number {
  return log.at(-1)?.next ?? 0
}

type CutPageOptions = {
  readonly log: readonly PlacedEntry[]
  readonly request: PageRequest
  readonly pageSize: number
  readonly agentIds: readonly string[]
}

function cutPage({ log, request, pageSize, agentIds }: CutPageOptions): Page {
  const { before = Number.POSITIVE_INFINITY, after } = request
  const entries =
    after === undefined
      ? log.filter(placed => placed.next <= before).slice(-pageSize)
      : log.filter(placed => placed.seq >= after).slice(0, pageSize)
  const end = endOf(log)
  const edge = after ?? Math.min(before, end)
  return { entries, from: entries[0]?.seq ?? edge, to: entries.at(-1)?.next ?? edge, end, agentIds }
}

type SearchLogOptions = {
  readonly row: SessionRow
  readonly log: readonly PlacedEntry[]
  readonly query: string
}

function* searchLog({ row, log, query }: SearchLogOptions): Generator<SearchHit> {
  for (const { seq, entry } of log) {
    const text = JSON.stringify(entry)
    const at = text.toLowerCase().indexOf(query.toLowerCase())
    if (at === -1) continue
    const from = Math.max(0, at - 40)
    const uuid = 'uuid' in entry && typeof entry.uuid === 'string' ? entry.uuid : null
    const marks = [[at - from, at - from + query.length] as const]
    yield { row, seq, uuid, kind: String(entry.type), at: null, snippet: text.slice(from, at + 80), marks }
  }
}
