import type { FleetPlace } from '../../transcript/test/fleet/run-fleet.ts'
import { openStoreCare } from '../src/index.ts'
import type { TestServer } from '../src/testing/start-postgres.ts'

/** A fleet whose logs are in a PostgreSQL. */
export function toPlace(url: string): FleetPlace {
  return { url, library: '@antiphon/store-postgres', opener: 'openPostgresStore' }
}

/** Makes the tables. */
export async function migrate(url: string): Promise<void> {
  const care = openStoreCare({ url, env: {} })
  await care.migrate()
  await care.close()
}

/** What a quorum acknowledged is on the one that received most. */
export async function promoteFurthest(standbys: readonly TestServer[]): Promise<void> {
  const received = await Promise.all(
    standbys.map(async standby => {
      const [row] = await standby.ask(`SELECT pg_last_wal_receive_lsn() - '0/0'::pg_lsn AS bytes`)
      return { standby, bytes: Number(row?.bytes) }
    }),
  )
  const [furthest] = received.toSorted((one, other) => other.bytes - one.bytes)
  await furthest?.standby.ask('SELECT pg_promote()')
}
