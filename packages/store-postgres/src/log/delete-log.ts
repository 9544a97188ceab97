import { checkSessionKey, type SessionKey } from '@antiphon/transcript'
import type { Connections } from '../connection/connections.ts'
import { SCHEMA } from '../schema/schema-name.ts'
import { toLogName } from './log-name.ts'

/** Removes a log, and with a session's own log those below it; gives the names of what went. */
export async function deleteLog(connections: Connections, key: SessionKey): Promise<readonly string[]> {
  checkSessionKey(key)
  const isSession = key.subpath === undefined
  const rows = await connections.runAgain({
    text: `
      WITH gone AS (
        DELETE FROM ${SCHEMA}.logs WHERE ${isSession ? 'project = $1 AND session = $2' : 'name = $1'}
        RETURNING name, life, born
      ), cleared AS (
        DELETE FROM ${SCHEMA}.entries USING gone
        WHERE entries.name = gone.name AND entries.life = gone.life AND entries.born = gone.born
      )
      SELECT name FROM gone`,
    values: isSession ? [key.project, key.session] : [toLogName(key)],
  })
  return rows.map(([name]) => String(name))
}
