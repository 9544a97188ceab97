import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { findInFile, parseQuery, type SearchQuery } from '@antiphon/search'
import type { FoundLog } from '../logs/find-log.ts'
import type { FoundPlace } from '../protocol/outline.ts'

export type FindInLogOptions = { readonly query: SearchQuery; readonly signal: AbortSignal }

/** Every place of a log that the query finds, in its order; a bounded number of them. */
export async function* findInLog(
  { path, key }: FoundLog,
  { query, signal }: FindInLogOptions,
): AsyncGenerator<FoundPlace, void, undefined> {
  const { size } = await stat(path)
  const name = basename(path, '.jsonl')
  const agent = name.startsWith('agent-') ? { agent: name } : {}
  let count = 0
  for await (const hit of findInFile({
    file: { path, size, session: key.session, ...agent },
    query,
    signal,
  })) {
    yield { seq: hit.offset, uuid: hit.uuid ?? null, kind: hit.kind, marks: hit.marks }
    count += 1
    if (count >= MOST_PLACES) return
  }
}

const MOST_PLACES = 2000

/** What a person types to find something in one session: a phrase, unless it is written as a search is. */
export function parseFind(text: string, now: number): ReturnType<typeof parseQuery> {
  const isSearch = text.includes('"') || parsesFilters(text, now)
  return parseQuery(isSearch ? text : `"${text}"`, { now })
}

function parsesFilters(text: string, now: number): boolean {
  const parsed = parseQuery(text, { now })
  return parsed.kind === 'query' && Object.keys(parsed.query.filters).length > 0
}
