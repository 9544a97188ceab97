import { checkSessionKey, type SessionKey } from '@antiphon/transcript'
import type { Connections } from '../connection/connections.ts'
import { SCHEMA } from '../schema/schema-name.ts'
import { toKey, toLogName } from './log-name.ts'

/** Removes a log, and with a session's own log those below it; gives the keys of what went. */
export async function deleteLog(connections: Connections, key: SessionKey): Promise<readonly SessionKey[]> {
  checkSessionKey(key)
  const isSession = key.subpath === undefined
  const rows = await connections.runAgain({
    text: `
      WITH gone AS (
        DELETE FROM ${SCHEMA}.logs WHERE ${isSession ? 'project = $1 AND session = $2' : 'name = $1'}
        RETURNING name, life, born, project, session, subpath
      ), cleared AS (
        DELETE FROM ${SCHEMA}.entries USING gone
        WHERE entries.name = gone.name AND entries.life = gone.life AND entries.born = gone.born
      )
      SELECT project, session, subpath FROM gone`,
    values: isSession ? [key.project, key.session] : [toLogName(key)],
  })
  return rows.map(([project, session, subpath]) => toKey(project, session, subpath))
}
