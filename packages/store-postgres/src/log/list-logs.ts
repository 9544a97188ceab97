import {
  BESIDE,
  type ChangedLogs,
  formatLogWriter,
  type ListFilter,
  type LogHead,
  type SessionKey,
} from '@antiphon/transcript'
import type { Connections } from '../connection/connections.ts'
import { SCHEMA } from '../schema/schema-name.ts'
import { toKey, toLogName } from './log-name.ts'

/** Every log that matches, or instead every file that lies beside one, in pages. */
export async function* listLogs(
  connections: Connections,
  filter: ListFilter = {},
  isBeside = false,
): AsyncGenerator<LogHead, void, undefined> {
  let after: string | null = null
  for (;;) {
    const rows = await connections.runAgain({
      text: `${HEAD} WHERE ($1::text IS NULL OR project = $1) AND ($2::text IS NULL OR session = $2)
        AND ($3::uuid IS NULL OR name > $3) AND (subpath LIKE '${BESIDE}/%') = $4 ORDER BY name LIMIT ${LIST_PAGE}`,
      values: [filter.project ?? null, filter.session ?? null, after, isBeside],
    })
    for (const row of rows) {
      after = String(row[0])
      yield toHead(row)
    }
    if (rows.length < LIST_PAGE) return
  }
}

/** Looks back a little further than it was asked: who began to write before that time may have been done after it. */
export async function listChanged(connections: Connections, since: string): Promise<ChangedLogs> {
  const rows = await connections.runAgain({
    text: `${HEAD_COLUMNS}, now()::text ${HEAD_TABLES}
      WHERE modified_at > $1::timestamptz - interval '30 seconds' OR words IS NOT NULL`,
    values: [since],
  })
  return { heads: rows.map(toHead), at: typeof rows[0]?.at(-1) === 'string' ? String(rows[0].at(-1)) : since }
}

/** What the server's clock says. */
export async function readClock(connections: Connections): Promise<string> {
  const [row] = await connections.runAgain({ text: 'SELECT now()::text', values: [] })
  return String(row?.[0])
}

/** The head of one log; null where there is none. */
export async function readHead(connections: Connections, key: SessionKey): Promise<LogHead | null> {
  const [row] = await connections.runAgain({ text: `${HEAD} WHERE name = $1`, values: [toLogName(key)] })
  return row ? toHead(row) : null
}

/** Sessions whose id begins so, the one that changed last first. */
export async function findSessions(connections: Connections, beginning: string): Promise<readonly LogHead[]> {
  const rows = await connections.runAgain({
    text: `${HEAD} WHERE session LIKE $1 AND subpath = '' ORDER BY modified_at DESC LIMIT ${MOST_FOUND}`,
    values: [`${beginning.replace(/[\\%_]/g, '\\$&')}%`],
  })
  return rows.map(toHead)
}

/** The session of a project that changed last. */
export async function findLastSession(connections: Connections, project: string): Promise<LogHead | null> {
  const [row] = await connections.runAgain({
    text: `${HEAD} WHERE project = $1 AND subpath = '' ORDER BY modified_at DESC LIMIT 1`,
    values: [project],
  })
  return row ? toHead(row) : null
}

const LIST_PAGE = 5000
const MOST_FOUND = 20

const HEAD_COLUMNS = `
  SELECT name, project, session, subpath, ends, floor(extract(epoch FROM modified_at) * 1000)::bigint, bytes, life, note,
    words, floor(extract(epoch FROM claimed_at) * 1000)::bigint, person, host`
const HEAD_TABLES = `
  FROM ${SCHEMA}.logs LEFT JOIN ${SCHEMA}.writers ON writer = holder AND alive_until > now()`
const HEAD = `${HEAD_COLUMNS} ${HEAD_TABLES}`

function toHead(row: readonly unknown[]): LogHead {
  const [, project, session, subpath, ends, modifiedAt, bytes, life, note, writer, claimedAt, ...last] = row
  const [person, host] = last.map(readText)
  // A writer of the version before does not say since when.
  const isTold = person && host && writer === formatLogWriter({ person, host })
  return {
    key: toKey(project, session, subpath),
    seq: Number(ends),
    modifiedAt: new Date(Number(modifiedAt)).toISOString(),
    bytes: Number(bytes),
    life: String(life),
    note: readText(note),
    writer: readText(writer),
    heldSince: isTold && claimedAt !== null ? new Date(Number(claimedAt)).toISOString() : null,
    person: person ?? null,
    host: host ?? null,
  }
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
