import { formatSessionKey, type LogDefect } from '@antiphon/transcript'
import type { Connections } from '../connection/connections.ts'
import { toKey } from '../log/log-name.ts'
import { SCHEMA } from '../schema/schema-name.ts'

/** Compares the head of every log with its entries, a page of logs at a time; tells how many were looked at. */
export async function* checkLogs(
  connections: Connections,
  onChecked: (logs: number) => void = () => undefined,
): AsyncGenerator<LogDefect, void, undefined> {
  let after: string | null = null
  let checked = 0
  for (;;) {
    const rows = await connections.runAgain({ text: PAGE, values: [after] })
    for (const [name, project, session, subpath, ends, bytes, count, first, last, sum] of rows) {
      after = String(name)
      const key = toKey(project, session, subpath)
      const said = { ends: Number(ends), bytes: Number(bytes) }
      const found = { count: Number(count), first: Number(first), last: Number(last), bytes: Number(sum) }
      const problem = describe(said, found)
      if (problem) yield { key, problem: `${formatSessionKey(key)}: ${problem}` }
    }
    checked += rows.length
    onChecked(checked)
    if (rows.length < PAGE_LOGS) return
  }
}

const PAGE_LOGS = 200

// One statement sees one moment: a writer that goes on meanwhile is no defect.
const PAGE = `
  SELECT logs.name, project, session, subpath, ends, bytes, counted.*
  FROM (SELECT * FROM ${SCHEMA}.logs WHERE $1::uuid IS NULL OR name > $1 ORDER BY name LIMIT ${PAGE_LOGS}) AS logs,
  LATERAL (
    SELECT count(*), coalesce(min(seq), 0), coalesce(max(seq), -1), coalesce(sum(octet_length(line)), 0)
    FROM ${SCHEMA}.entries
    WHERE entries.name = logs.name AND entries.life = logs.life AND entries.born = logs.born
  ) AS counted
  ORDER BY logs.name`

type Said = { readonly ends: number; readonly bytes: number }
type Found = { readonly count: number; readonly first: number; readonly last: number; readonly bytes: number }

function describe(said: Said, found: Found): string | null {
  if (found.count !== said.ends) return `has ${found.count} entries, and its head says ${said.ends}.`
  if (found.first !== 0 || found.last !== said.ends - 1)
    return `has a gap: its entries are numbered ${found.first} to ${found.last}.`
  if (found.bytes !== said.bytes) return `has ${found.bytes} bytes, and its head says ${said.bytes}.`
  return null
}
