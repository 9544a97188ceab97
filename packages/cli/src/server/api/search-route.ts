import { parseQuery } from '@antiphon/search'
import type { Hono } from 'hono'
import type { LogSearch } from '../search/search-logs.ts'
import { type Answers, refuse } from './answers.ts'
import { readPosition } from './read-position.ts'

export type SearchRouteOptions = { readonly search: LogSearch; readonly answers: Answers }

/** `GET /search?q&limit`, a `SearchHit` a line, the newest first. */
export function addSearchRoute(api: Hono, { search, answers }: SearchRouteOptions): void {
  api.get('/search', context => {
    const text = context.req.query('q') ?? ''
    const limit = Math.min(readPosition(context.req.query('limit')) ?? LIMIT, MAX_LIMIT)
    const parsed = parseQuery(text.slice(0, MAX_QUERY_UNITS), { now: Date.now() })
    if (parsed.kind === 'refused') return refuse(context, 400, parsed.reason)
    search.freshen()
    return answers.lines(context, signal => search.find(parsed.query, { limit, signal }))
  })
}

const LIMIT = 200
const MAX_LIMIT = 1000
const MAX_QUERY_UNITS = 1000
