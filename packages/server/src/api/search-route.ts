import { parseQuery } from '@antiphon/search'
import { refuse } from '../guard/refusal.ts'
import { findInLog, parseFind } from '../search/find-in-log.ts'
import type { LogSearch } from '../search/search-logs.ts'
import type { Answers } from './answers.ts'
import { withLog } from './with-log.ts'

export type SearchRouteOptions = { readonly roots: readonly string[]; readonly search: LogSearch }

/** What is found: in all logs, the newest first, or in one, in its order. */
export function addSearchRoute(answers: Answers, { roots, search }: SearchRouteOptions): void {
  answers.lines('search', ({ q, limit = LIMIT }, { signal }) => {
    const parsed = parseQuery(q, { now: Date.now() })
    if (parsed.kind === 'refused') return refuse(422, parsed.reason)
    search.freshen()
    return search.find(parsed.query, { limit: Math.min(limit, MAX_LIMIT), signal })
  })

  answers.value('search-status', async () => ({ value: await search.progress() }))

  answers.lines('find', ({ session, q }, { signal }) =>
    withLog({ session }, roots, log => {
      const parsed = parseFind(q, Date.now())
      if (parsed.kind === 'refused') return refuse(422, parsed.reason)
      return findInLog(log, { query: parsed.query, signal })
    }),
  )
}

const LIMIT = 200
const MAX_LIMIT = 1000
