import { TranscriptError } from '@antiphon/transcript'
import type { Connections, Row, Statement } from '../connection/connections.ts'
import { MIGRATIONS } from './migrations.ts'
import { SCHEMA } from './schema-name.ts'

/** Brings the tables to this version; writers of the version before may go on meanwhile. Says which version it was. */
export function migrate(connections: Connections): Promise<{ readonly from: number; readonly to: number }> {
  return connections.transact(async run => {
    // One at a time, whoever starts them.
    await run(plain(`SELECT pg_advisory_xact_lock(${LOCK})`))
    await run(plain(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`))
    await run(plain(`SET LOCAL search_path TO ${SCHEMA}`))
    // Whoever reads a table for long would have all writers wait behind this; it is tried again by a person.
    await run(plain(`SET LOCAL lock_timeout = '${LOCK_MS}ms'`))
    await run(plain('CREATE TABLE IF NOT EXISTS version (version int NOT NULL)'))
    const from = toVersion(await run(plain('SELECT version FROM version')))
    if (from > MIGRATIONS.length) throw tooNew(from)
    for (const text of MIGRATIONS.slice(from)) await run(plain(text))
    await run(
      plain(
        from === 0
          ? `INSERT INTO version VALUES (${MIGRATIONS.length})`
          : `UPDATE version SET version = ${MIGRATIONS.length}`,
      ),
    )
    return { from, to: MIGRATIONS.length }
  })
}

/** The version of the tables; 0 where there are none. */
export async function readVersion(connections: Connections): Promise<number> {
  const [row] = await connections.runAgain(plain(`SELECT to_regclass('${SCHEMA}.version') IS NOT NULL`))
  return row?.[0] === true
    ? toVersion(await connections.runAgain(plain(`SELECT version FROM ${SCHEMA}.version`)))
    : 0
}

/** Throws where the tables are of a version that this program does not write. */
export async function checkVersion(connections: Connections): Promise<void> {
  const version = await readVersion(connections)
  if (version > MIGRATIONS.length) throw tooNew(version)
  if (version < MIGRATIONS.length)
    throw new TranscriptError(
      'not-found',
      `${connections.server()} holds ${version === 0 ? 'no tables of Antiphon' : `tables of version ${version}`}. Run \`antiphon store migrate\` once.`,
    )
}

const LOCK = 7_214_001
const LOCK_MS = 10_000

function plain(text: string): Statement {
  return { text, values: [] }
}

function toVersion(rows: readonly Row[]): number {
  return Number(rows[0]?.[0] ?? 0)
}

function tooNew(version: number): TranscriptError {
  return new TranscriptError(
    'io',
    `The store has tables of version ${version}, and this program knows ${MIGRATIONS.length}. Install a newer Antiphon.`,
  )
}
