import type { PruneOptions, PruneOutcome } from '@antiphon/transcript'
import type { Connections } from '../connection/connections.ts'
import { listPartitions, type MonthPartition } from '../schema/partitions.ts'
import { SCHEMA } from '../schema/schema-name.ts'

/**
 * Removes sessions of which no log was written to for some days, and what crashes left. A month of which every session
 * goes is dropped as a table; of others the entries are deleted. A session that somebody is writing stays.
 */
export async function pruneLogs(
  connections: Connections,
  { days, isDry = false }: PruneOptions,
): Promise<PruneOutcome> {
  const [row = []] = await connections.runAgain({
    text: `SELECT count(*) FILTER (WHERE subpath = ''), count(*), coalesce(sum(bytes), 0) FROM ${SCHEMA}.logs WHERE ${IS_OLD}`,
    values: [days],
  })
  const [sessions = 0, logs = 0, bytes = 0] = row.map(Number)
  const emptied = await listEmptied(connections, days)
  const names = emptied.map(({ table }) => table)
  if (isDry) return { sessions, logs, bytes, partitions: names }
  while ((await removeSome(connections, days, names)) > 0);
  const dropped: string[] = []
  for (const month of emptied) if (await dropPartition(connections, month)) dropped.push(month.table)
  await removeLeftovers(connections)
  return { sessions, logs, bytes, partitions: dropped }
}

/** A session is as young as the youngest of its logs. */
const IS_OLD = `NOT EXISTS (
  SELECT FROM ${SCHEMA}.logs AS kin WHERE kin.project = logs.project AND kin.session = logs.session AND (
    kin.modified_at >= now() - $1 * interval '1 day'
    OR EXISTS (SELECT FROM ${SCHEMA}.writers WHERE writers.writer = kin.holder AND alive_until > now())
  )
)`

/** Months that have passed, and of which nothing will be left. */
async function listEmptied(connections: Connections, days: number): Promise<readonly MonthPartition[]> {
  const emptied: MonthPartition[] = []
  for (const month of await listPartitions(connections)) {
    const [row] = await connections.runAgain({
      text: `
        SELECT $3::date <= now()::date - 1
          AND NOT EXISTS (SELECT FROM ${SCHEMA}.drafts WHERE born >= $2::date AND born < $3::date AND ${IS_ALIVE})
          AND NOT EXISTS (SELECT FROM ${SCHEMA}.logs WHERE born >= $2::date AND born < $3::date AND NOT (${IS_OLD}))`,
      values: [days, month.from, month.to],
    })
    if (row?.[0] === true) emptied.push(month)
  }
  return emptied
}

const IS_ALIVE = `modified_at >= now() - interval '1 day'`

/** Heads and entries of some logs in one transaction; entries of a month that is dropped go with it. */
async function removeSome(
  connections: Connections,
  days: number,
  emptied: readonly string[],
): Promise<number> {
  const [row] = await connections.run({
    text: `
      WITH gone AS (
        DELETE FROM ${SCHEMA}.logs WHERE name IN (
          SELECT name FROM ${SCHEMA}.logs WHERE ${IS_OLD} LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
        ) RETURNING name, life, born
      ), cleared AS (
        DELETE FROM ${SCHEMA}.entries USING gone
        WHERE entries.name = gone.name AND entries.life = gone.life AND entries.born = gone.born
          AND NOT ('entries_' || to_char(gone.born, 'YYYY_MM') = ANY($2::text[]))
      )
      SELECT count(*) FROM gone`,
    values: [days, emptied],
  })
  return Number(row?.[0] ?? 0)
}

const AT_ONCE = 200

/** Not while somebody reads in it for long: the next time is soon enough. */
async function dropPartition(
  connections: Connections,
  { table, from, to }: MonthPartition,
): Promise<boolean> {
  return connections.transact(async run => {
    await run({ text: `SET LOCAL lock_timeout = '10s'`, values: [] })
    await run({ text: `LOCK TABLE ${SCHEMA}.${table} IN ACCESS EXCLUSIVE MODE`, values: [] })
    // Somebody may have taken up one of its sessions since it was looked at; from here on nobody can.
    const [row] = await run({
      text: `SELECT EXISTS (SELECT FROM ${SCHEMA}.logs WHERE born >= $1::date AND born < $2::date)`,
      values: [from, to],
    })
    if (row?.[0] === true) return false
    await run({ text: `DROP TABLE ${SCHEMA}.${table}`, values: [] })
    return true
  })
}

/** Drafts that nobody published, and writers that said nothing for long. */
async function removeLeftovers(connections: Connections): Promise<void> {
  await connections.runAgain({
    text: `
      WITH gone AS (DELETE FROM ${SCHEMA}.drafts WHERE NOT (${IS_ALIVE}) RETURNING name, life, born)
      DELETE FROM ${SCHEMA}.entries USING gone
      WHERE entries.name = gone.name AND entries.life = gone.life AND entries.born = gone.born`,
    values: [],
  })
  await connections.runAgain({
    text: `DELETE FROM ${SCHEMA}.writers WHERE alive_until < now() - interval '1 day'`,
    values: [],
  })
}
