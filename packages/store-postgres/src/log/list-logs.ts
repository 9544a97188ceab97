import type { ListFilter, SessionKey, StoredLog } from '@antiphon/transcript'
import type { Connections } from '../connection/connections.ts'
import { SCHEMA } from '../schema/schema-name.ts'
import { toKey, toLogName } from './log-name.ts'

/** A log as its head tells of it; no entry is read for it. */
export type LogHead = StoredLog & {
  /** How long all its lines are: where they came from a file, the place in it up to which they were sent. */
  readonly bytes: number
  /** Another one after the log was deleted and begun anew. */
  readonly life: string
  /** Why it is there, where that is not plain: it came from a file that had gone another way. */
  readonly note: string | null
  /** Who is writing it now. */
  readonly writer: string | null
}

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

/** Below it lie the files that belong to a session and are no logs. */
export const BESIDE: string = 'beside'

const LIST_PAGE = 5000
const MOST_FOUND = 20

const HEAD = `
  SELECT name, project, session, subpath, ends, floor(extract(epoch FROM modified_at) * 1000)::bigint, bytes, life, note, words
  FROM ${SCHEMA}.logs LEFT JOIN ${SCHEMA}.writers ON writer = holder AND alive_until > now()`

function toHead(row: readonly unknown[]): LogHead {
  const [, project, session, subpath, ends, modifiedAt, bytes, life, note, writer] = row
  return {
    key: toKey(project, session, subpath),
    seq: Number(ends),
    modifiedAt: new Date(Number(modifiedAt)).toISOString(),
    bytes: Number(bytes),
    life: String(life),
    note: typeof note === 'string' ? note : null,
    writer: typeof writer === 'string' ? writer : null,
  }
}
