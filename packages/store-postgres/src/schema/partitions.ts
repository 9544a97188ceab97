import type { Connections } from '../connection/connections.ts'
import { SCHEMA } from './schema-name.ts'

/** The months of entries: a table each, so that dropping an old one is cheap. */
export type MonthPartition = {
  readonly table: string
  /** The first day that it holds, and the first that it does not. */
  readonly from: string
  readonly to: string
}

/** The partition of the logs that begin in the month of a time, and so many months after it. */
export function toPartition(now: Date, later: number): MonthPartition {
  const first = toMonth(now, later)
  return {
    table: `entries_${first.slice(0, 7).replace('-', '_')}`,
    from: first,
    to: toMonth(now, later + 1),
  }
}

function toMonth(now: Date, later: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1)).toISOString().slice(0, 10)
}

/**
 * Makes room for this month and the next, which a writer that runs past its end needs. Where the role may not, or
 * somebody holds the table for too long, the default takes the entries: nothing waits for it.
 */
export async function addPartitions(connections: Connections, now: Date = new Date()): Promise<void> {
  for (const { table, from, to } of [toPartition(now, 0), toPartition(now, 1)]) {
    const [row] = await connections.runAgain({
      text: 'SELECT to_regclass($1) IS NOT NULL',
      values: [`${SCHEMA}.${table}`],
    })
    if (row?.[0] === true) continue
    await connections
      .transact(async run => {
        await run({ text: `SET LOCAL lock_timeout = '${LOCK_MS}ms'`, values: [] })
        await run({
          text: `CREATE TABLE IF NOT EXISTS ${SCHEMA}.${table} PARTITION OF ${SCHEMA}.entries FOR VALUES FROM ('${from}') TO ('${to}')`,
          values: [],
        })
      })
      .catch(() => undefined)
  }
}

const LOCK_MS = 2000

/** The months that there are. */
export async function listPartitions(connections: Connections): Promise<readonly MonthPartition[]> {
  const rows = await connections.runAgain({
    text: `
      SELECT child.relname, pg_get_expr(child.relpartbound, child.oid) FROM pg_inherits
      JOIN pg_class AS child ON child.oid = inhrelid WHERE inhparent = $1::regclass ORDER BY child.relname`,
    values: [`${SCHEMA}.entries`],
  })
  return rows.flatMap(([table, bound]) => {
    const days = /FROM \('([\d-]+)'\) TO \('([\d-]+)'\)/.exec(String(bound))
    return days ? [{ table: String(table), from: days[1] ?? '', to: days[2] ?? '' }] : []
  })
}
