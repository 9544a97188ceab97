import { join } from 'node:path'
import {
  type HitOrder,
  holdsWords,
  type RankedHit,
  type Search,
  type SearchQuery,
  type SessionHits,
  scoreSession,
} from '@antiphon/search'
import type { LogReach } from '../access/reach.ts'
import { createBoundary } from '../logs/boundary.ts'
import type { FoundLog } from '../logs/find-log.ts'
import { encodeLogId } from '../logs/log-id.ts'
import { toLogName } from '../logs/to-log-name.ts'
import type { FoldLine, FoundHit } from '../protocol/search-protocol.ts'
import { type FoundRow, readFoundRow } from './read-found-row.ts'

export type FoldRequest = {
  readonly order: HitOrder
  readonly reach: LogReach
  readonly signal: AbortSignal
}

export type SessionFoldRequest = Omit<FoldRequest, 'reach'> & {
  readonly log: FoundLog
  /** How many of the hits are known, and how many more are wanted. */
  readonly skip: number
  readonly limit: number
}

/** Searches by session, for the page. */
export interface FoldReader {
  read(query: SearchQuery, request: FoldRequest): AsyncGenerator<FoldLine, void, undefined>
  readSession(query: SearchQuery, request: SessionFoldRequest): AsyncGenerator<FoundHit, void, undefined>
}

export function createFoldReader(search: Search, roots: readonly string[]): FoldReader {
  return {
    async *read(query, { order, reach, signal }) {
      const [began, now] = [performance.now(), Date.now()]
      const told = new Map<string, Told>()
      const isInside = createBoundary(roots)
      const accepts = (path: string): boolean => reach.hasPath(path) && isInside(path)
      for await (const news of search.fold(query, { order, now, signal, accepts })) {
        for (let at = 0; at < news.changed.length; at += AT_ONCE) {
          const some = news.changed.slice(at, at + AT_ONCE)
          const rows = await Promise.all(
            some.map(found => told.get(found.path) ?? readTold(found, query, accepts)),
          )
          for (const [index, found] of some.entries()) {
            const known = rows[index]
            if (!known) continue
            yield describe(found, known, order)
            told.set(found.path, { ...known, hits: found.hits })
          }
        }
        const { hits, sessions, kinds, isComplete } = news
        const milliseconds = Math.round(performance.now() - began)
        yield { kind: 'total', hits, sessions, kinds, isComplete, milliseconds }
      }
    },

    async *readSession(query, { log, order, skip, limit, signal }) {
      const hits = await search.searchSession(query, {
        path: toSessionPath(log),
        order,
        now: Date.now(),
        signal,
        accepts: createBoundary(roots),
      })
      for (const hit of hits.slice(skip, skip + limit)) yield toFoundHit(hit)
    },
  }

  type Told = {
    readonly row: FoundRow
    readonly isInTitle: boolean
    /** The hits that were told last. */
    readonly hits: readonly RankedHit[] | null
  }

  /** A session whose own log is gone is shown by that of a subagent. */
  async function readTold(
    found: SessionHits,
    query: SearchQuery,
    accepts: (path: string) => boolean,
  ): Promise<Told | null> {
    const row =
      (accepts(found.path) ? await readFoundRow(found.path, roots) : null) ??
      (await readFoundRow(found.hits[0]?.path ?? '', roots))
    return row && { row, isInTitle: holdsWords(row.title, query), hits: null }
  }

  function describe(found: SessionHits, known: Told, order: HitOrder): FoldLine {
    const { id, title, cwd, gitBranch } = known.row
    const best = found.hits[0]?.score ?? 0
    const { count } = found
    const score =
      order === 'newest' ? found.newest : scoreSession({ best, count, isInTitle: known.isInTitle })
    const facts = { id, count, newest: toTime(found.newest), score }
    if (known.hits === found.hits) return { kind: 'count', ...facts }
    const hits = found.hits.map(toFoundHit)
    return { kind: 'session', ...facts, title, cwd: cwd ?? found.project, gitBranch, hits }
  }

  function toFoundHit(hit: RankedHit): FoundHit {
    const name = toLogName(hit.path, roots)
    return {
      log: name ? encodeLogId(name) : '',
      seq: hit.offset,
      uuid: hit.uuid ?? null,
      kind: hit.hitKind,
      tool: hit.tool ?? null,
      isSidechain: hit.isSidechain || hit.agent !== undefined,
      isError: hit.isError,
      at: toTime(hit.time),
      snippet: hit.snippet.text,
      marks: hit.snippet.marks.map(({ start, end }) => [start, end]),
    }
  }
}

/** Logs whose ends are read together: as many as fill a screen. */
const AT_ONCE = 16

/** The log under which the fold counts what is in this one. */
function toSessionPath({ root, key, path }: FoundLog): string {
  return key.subpath === undefined ? path : join(root, 'projects', key.project, `${key.session}.jsonl`)
}

function toTime(time: number): string | null {
  return time > 0 ? new Date(time).toISOString() : null
}
