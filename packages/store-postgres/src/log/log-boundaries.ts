import type { LogBoundary, LogTail, SessionKey } from '@antiphon/transcript'
import type { Connections } from '../connection/connections.ts'
import { SCHEMA } from '../schema/schema-name.ts'
import { toLogName } from './log-name.ts'

/** How logs end, in the order of the keys; null for one that is not there. */
export async function readTails(
  connections: Connections,
  keys: readonly SessionKey[],
): Promise<readonly (LogTail | null)[]> {
  const names = keys.map(toLogName)
  const rows = await connections.runAgain({
    text: `
      SELECT logs.name, ends, bytes, note, octet_length(line), encode(sha256(line), 'hex') FROM ${SCHEMA}.logs
      LEFT JOIN ${SCHEMA}.entries ON entries.name = logs.name AND entries.life = logs.life
        AND entries.born = logs.born AND seq = ends - 1
      WHERE logs.name = ANY($1::uuid[])`,
    values: [names],
  })
  const tails = new Map(
    rows.map(([name, seq, bytes, note, length, digest]) => [
      String(name),
      {
        ...{ seq: Number(seq), bytes: Number(bytes), note: typeof note === 'string' ? note : null },
        ...{ lastLength: Number(length ?? 0), lastDigest: String(digest ?? '') },
      },
    ]),
  )
  return names.map(name => tails.get(name) ?? null)
}

/** The last place between two lines with at most so many bytes before it. */
export async function findBoundary(
  connections: Connections,
  key: SessionKey,
  bytes: number,
): Promise<LogBoundary> {
  const [row] = await connections.runAgain({
    text: `
      WITH placed AS (
        SELECT seq, sum(octet_length(line)) OVER (ORDER BY seq) AS through FROM ${SCHEMA}.entries
        JOIN ${SCHEMA}.logs USING (name, life, born) WHERE name = $1 AND seq < ends
      ), place AS (SELECT * FROM placed WHERE through <= $2 ORDER BY seq DESC LIMIT 1)
      SELECT place.seq, place.through, line FROM place, ${SCHEMA}.logs
      JOIN ${SCHEMA}.entries USING (name, life, born) WHERE name = $1 AND entries.seq = place.seq`,
    values: [toLogName(key), bytes],
  })
  if (!row) return { seq: 0, offset: 0, line: Buffer.alloc(0) }
  const [seq, through, line] = row
  if (!Buffer.isBuffer(line)) throw new TypeError('the server sent no bytes')
  return { seq: Number(seq) + 1, offset: Number(through), line }
}
