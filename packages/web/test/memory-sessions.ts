import type { Entry } from '@antiphon/core'
import {
  DEFAULT_SETTINGS,
  type FollowedEvent,
  type FoundHit,
  type KindCounts,
  type LogRequest,
  type Page,
  type PageRequest,
  type PlacedEntry,
  type RouteAnswer,
  type RouteQuestion,
  type SearchHit,
  type SessionChange,
  type SessionRow,
} from '@antiphon/server/protocol'
import { createFailure } from '../src/client/failure.ts'
import { createChannel } from './channel.ts'
import { outlineOf, placeOnBranch, turnsOf } from './memory-outline.ts'

export type MemorySession = {
  readonly row: SessionRow
  readonly entries: readonly Entry[]
  readonly agents?: Readonly<Record<string, readonly Entry[]>>
}

/** The routes that are answered from memory. */
export type MemoryPath =
  | 'sessions'
  | 'changes'
  | 'search'
  | 'search/sessions'
  | 'search/session'
  | 'find'
  | 'follow'
  | 'entry'
  | 'outline'
  | 'turns'
  | 'search-status'
  | 'branch-place'
  | 'page'
  | 'settings'

export type MemoryAnswer<Path extends MemoryPath> =
  | Promise<RouteAnswer<Path>>
  | AsyncIterable<RouteAnswer<Path>>

export type MemoryAnswers = {
  readonly [Path in MemoryPath]: (question: RouteQuestion<Path>, signal: AbortSignal) => MemoryAnswer<Path>
}

export type MemorySessions = {
  readonly answers: MemoryAnswers
  /** Writes an entry behind a session's others, as another program would. */
  append(session: string, entry: Entry): void
  /** Adds a session or changes its row. */
  put(session: MemorySession): void
  remove(session: string): void
}

/** Sessions in memory, a hundred entries a page: what the page is tested with. */
export function createMemorySessions(
  initial: readonly MemorySession[],
  pageSize: number = 100,
): MemorySessions {
  const sessions = new Map(initial.map(session => [session.row.id, toStored(session)]))
  const followers = createChannel<{ readonly session: string; readonly event: FollowedEvent }>()
  const changes = createChannel<SessionChange>()

  function find(id: string): Stored {
    const stored = sessions.get(id)
    if (!stored) throw createFailure('missing', 'There is no such session.')
    return stored
  }

  const logOf = ({ session, agentId }: LogRequest): readonly PlacedEntry[] => {
    const { log, agents } = find(session)
    const chosen = agentId === undefined ? log : agents.get(agentId)
    if (!chosen) throw createFailure('missing', 'There is no such subagent.')
    return chosen
  }

  const answers: MemoryAnswers = {
    async *sessions() {
      const rows = [...sessions.values()].map(({ row }) => row)
      yield* rows.sort((one, other) => other.changedAt.localeCompare(one.changedAt))
    },
    async page(request) {
      const agentIds = [...find(request.session).agents.keys()]
      return cutPage({ log: logOf(request), request, pageSize, agentIds })
    },
    async entry(request) {
      const placed = logOf(request).find(({ seq }) => seq === request.seq)
      if (!placed) throw createFailure('missing', 'There is no such entry.')
      return placed.entry
    },
    async *follow({ session, from }, signal) {
      const later = followers.listen(signal)
      for (const placed of find(session).log) if (placed.seq >= from) yield { kind: 'entry', placed }
      for await (const told of later) if (told.session === session) yield told.event
    },
    async outline(request) {
      return outlineOf(logOf(request))
    },
    async turns(request) {
      return turnsOf(logOf(request))
    },
    async 'branch-place'({ session, leafUuid, before }) {
      return placeOnBranch(find(session).log, { leafUuid, before })
    },
    async *find({ session, q: query }) {
      const { row, log } = find(session)
      for (const { seq, uuid, kind } of searchLog({ row, log, query })) yield { seq, uuid, kind, marks: 1 }
    },
    async 'search-status'() {
      return { indexedBytes: 0, sourceBytes: 0, isIndexing: false }
    },
    changes: (_, signal) => changes.listen(signal),
    async settings() {
      return { settings: DEFAULT_SETTINGS, file: null, problems: [] }
    },
    async *search({ q: query }) {
      for (const { row, log } of sessions.values()) yield* searchLog({ row, log, query })
    },
    async *'search/sessions'({ q: query }) {
      let [total, found] = [0, 0]
      for (const { row, log } of sessions.values()) {
        const hits = [...searchLog({ row, log, query })].map(toFoundHit)
        total += hits.length
        found += hits.length > 0 ? 1 : 0
        const { id, title, cwd, gitBranch } = row
        const facts = { id, title, cwd, gitBranch, newest: null, score: hits.length }
        if (hits.length > 0) yield { kind: 'session', ...facts, count: hits.length, hits: hits.slice(0, 3) }
      }
      const kinds = { ...NO_KINDS, note: total }
      yield { kind: 'total', hits: total, sessions: found, kinds, isComplete: true, milliseconds: 1 }
    },
    async *'search/session'({ q: query, session, skip }) {
      const { row, log } = find(session)
      yield* [...searchLog({ row, log, query })].map(toFoundHit).slice(skip)
    },
  }

  return {
    answers,
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

const NO_KINDS: KindCounts = {
  prompt: 0,
  answer: 0,
  thinking: 0,
  command: 0,
  file: 0,
  call: 0,
  output: 0,
  title: 0,
  note: 0,
}

function toFoundHit({ row, seq, uuid, at, snippet, marks }: SearchHit): FoundHit {
  const facts = { tool: null, isSidechain: false, isError: false }
  return { log: row.id, seq, uuid, at, snippet, marks, kind: 'note', ...facts }
}
