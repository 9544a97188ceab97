import { createConnections } from '../connection/connections.ts'
import { listServers } from '../connection/server-address.ts'
import { migrate, readVersion } from '../schema/migrate.ts'
import { MIGRATIONS } from '../schema/migrations.ts'
import { addPartitions, listPartitions } from '../schema/partitions.ts'
import { checkLogs, type LogDefect } from './check-logs.ts'
import { type PruneOptions, type PruneOutcome, pruneLogs } from './prune-logs.ts'
import { readServerFacts, readStoreSize, type ServerFacts, type StoreSize } from './server-facts.ts'

/** How a store is. */
export type StoreStatus = ServerFacts & {
  /** Host and database, without credentials. */
  readonly server: string
  /** Of the tables: what is there, and what this program writes. */
  readonly tables: number
  readonly newest: number
  /** Null where there are no tables yet. */
  readonly size: StoreSize | null
  readonly partitions: readonly string[]
}

/** What the one who keeps a store does with it. */
export interface StoreCare {
  status(): Promise<StoreStatus>
  /** Makes the tables, or brings them to this version; writers may go on meanwhile. */
  migrate(): Promise<{ readonly from: number; readonly to: number }>
  check(onChecked?: (logs: number) => void): AsyncIterable<LogDefect>
  prune(options: PruneOptions): Promise<PruneOutcome>
  close(): Promise<void>
}

export type StoreCareOptions = {
  readonly url: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly patienceMs?: number
}

/** Connects when something is asked. */
export function openStoreCare({ url, env = process.env, patienceMs }: StoreCareOptions): StoreCare {
  const connections = createConnections({
    servers: listServers(url, env),
    ...(patienceMs !== undefined && { patienceMs }),
  })
  return {
    async status() {
      const [facts, tables] = [await readServerFacts(connections), await readVersion(connections)]
      const isMade = tables > 0
      return {
        ...facts,
        ...{ server: connections.server(), tables, newest: MIGRATIONS.length },
        size: isMade ? await readStoreSize(connections) : null,
        partitions: isMade ? (await listPartitions(connections)).map(({ table }) => table) : [],
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
