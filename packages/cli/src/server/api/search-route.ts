import { parseQuery } from '@antiphon/search'
import type { Hono } from 'hono'
import { findInLog, parseFind } from '../search/find-in-log.ts'
import type { LogSearch } from '../search/search-logs.ts'
import { type Answers, refuse } from './answers.ts'
import { readPosition } from './read-position.ts'
import { withLog } from './with-log.ts'

export type SearchRouteOptions = {
  readonly roots: readonly string[]
  readonly search: LogSearch
  readonly answers: Answers
}

/**
 * `GET /search?q&limit`, a `SearchHit` a line, the newest first; `GET /search-status`, a `SearchProgress`;
 * `GET /find?session&q`, a `FoundPlace` of one log a line, in its order.
 */
export function addSearchRoute(api: Hono, { roots, search, answers }: SearchRouteOptions): void {
  api.get('/search', context => {
    const text = context.req.query('q') ?? ''
    const limit = Math.min(readPosition(context.req.query('limit')) ?? LIMIT, MAX_LIMIT)
    const parsed = parseQuery(text.slice(0, MAX_QUERY_UNITS), { now: Date.now() })
    if (parsed.kind === 'refused') return refuse(context, 422, parsed.reason)
    search.freshen()
    return answers.lines(context, signal => search.find(parsed.query, { limit, signal }))
  })

  api.get('/search-status', async context => context.json(await search.progress()))

  api.get('/find', context => {
    const { session = '', q = '' } = context.req.query()
    return withLog(context, { roots, question: { id: session } }, log => {
      const parsed = parseFind(q.slice(0, MAX_QUERY_UNITS), Date.now())
      if (parsed.kind === 'refused') return refuse(context, 422, parsed.reason)
      return answers.lines(context, signal => findInLog(log, { query: parsed.query, signal }))
    })
  })
}

const LIMIT = 200
const MAX_LIMIT = 1000
const MAX_QUERY_UNITS = 1000
