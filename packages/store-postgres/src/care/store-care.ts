import type { FleetCare } from '@antiphon/transcript'
import { createConnections } from '../connection/connections.ts'
import { listServers } from '../connection/server-address.ts'
import { migrate, readVersion } from '../schema/migrate.ts'
import { MIGRATIONS } from '../schema/migrations.ts'
import { addPartitions, listPartitions } from '../schema/partitions.ts'
import { checkLogs } from './check-logs.ts'
import { pruneLogs } from './prune-logs.ts'
import { readServerFacts, readStoreSize } from './server-facts.ts'

export type StoreCareOptions = {
  readonly url: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly patienceMs?: number
}

/** Connects when something is asked. */
export function openStoreCare({ url, env = process.env, patienceMs }: StoreCareOptions): FleetCare {
  const connections = createConnections({
    servers: listServers(url, env),
    ...(patienceMs !== undefined && { patienceMs }),
  })
  return {
    keptIn: 'tables',
    async status() {
      const [facts, tables] = [await readServerFacts(connections), await readVersion(connections)]
      const isMade = tables > 0
      return {
        ...facts,
        ...{ server: connections.server(), program: 'PostgreSQL', tables, newest: MIGRATIONS.length },
        size: isMade ? await readStoreSize(connections) : null,
        partitions: isMade ? (await listPartitions(connections)).map(({ table }) => table) : [],
        replication: null,
      }
    },
    async migrate() {
      const moved = await migrate(connections)
      await addPartitions(connections)
      return moved
    },
    check: onChecked => checkLogs(connections, onChecked),
    prune: options => pruneLogs(connections, options),
    close: () => connections.close(),
  }
}
