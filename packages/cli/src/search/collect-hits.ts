import { type Io, ProgramError } from '@antiphon/host'
import {
  type Hit,
  type HitOrder,
  type Search,
  type SearchOptions,
  type SearchQuery,
  type SessionHits,
  scoreSession,
} from '@antiphon/search'
import { createProgressBar } from '../terminal/progress-bar.ts'

/** At most `limit` hits, and whether there are more. */
type CollectedHits = { readonly hits: readonly Hit[]; readonly hasMore: boolean }

/** Runs a query to its limit; a person who interrupts it is told so. */
export async function collectHits(
  search: Search,
  query: SearchQuery,
  { io, limit, ...options }: SearchOptions & { readonly io: Io; readonly limit: number },
): Promise<CollectedHits> {
  const hits: Hit[] = []
  const progress = createProgressBar(io.stderr, 'Searching')
  const timer = setInterval(() => progress.update(hits.length, null), SIGN_MS)
  try {
    for await (const hit of search.search(query, { ...options, limit: limit + 1, signal: io.signal })) {
      if (hits.length === limit) return { hits, hasMore: true }
      hits.push(hit)
    }
    return { hits, hasMore: false }
  } catch (error) {
    if (io.signal.aborted) throw new ProgramError('interrupted', 'Interrupted.', { cause: error })
    throw error
  } finally {
    clearInterval(timer)
    await progress.clear()
  }
}

const SIGN_MS = 200

export type FoundSessions = {
  /** In the order that was asked for. */
  readonly sessions: readonly SessionHits[]
  readonly hits: number
}

type SessionOptions = { readonly io: Io; readonly order: HitOrder; readonly now: number }

/** Every session that the query finds, with the number of its hits and the best of them. */
export async function collectSessions(
  search: Search,
  query: SearchQuery,
  { io, order, now }: SessionOptions,
): Promise<FoundSessions> {
  const byPath = new Map<string, SessionHits>()
  const progress = createProgressBar(io.stderr, 'Searching')
  let total = 0
  try {
    for await (const news of search.fold(query, { order, now, signal: io.signal })) {
      for (const session of news.changed) byPath.set(session.path, session)
      total = news.hits
      progress.update(total, null)
    }
  } catch (error) {
    if (io.signal.aborted) throw new ProgramError('interrupted', 'Interrupted.', { cause: error })
    throw error
  } finally {
    await progress.clear()
  }
  const scoreOf = ({ newest, count, hits }: SessionHits): number =>
    order === 'newest' ? newest : scoreSession({ best: hits[0]?.score ?? 0, count, isInTitle: false })
  const sessions = [...byPath.values()].sort((one, other) => scoreOf(other) - scoreOf(one))
  return { sessions, hits: total }
}

/** One query of a command line's arguments: an argument with blanks is a phrase, as the shell's quotes say, unless it is a query by itself. */
export function toQueryText(argv: readonly string[]): string {
  return argv.map(argument => (isPhrase(argument) ? `"${argument}"` : argument)).join(' ')
}

function isPhrase(argument: string): boolean {
  return /\s/.test(argument) && !IS_QUERY.test(argument)
}

const IS_QUERY =
  /"|(?:^|\s)-\S|(?:^|\s)(?:project|session|role|tool|model|branch|before|after|is|kind|context|agent):/i
