import type { FleetCare } from '@antiphon/transcript'
import { createBroker } from '../connection/broker.ts'
import { readAddress } from '../connection/server-address.ts'
import type { StoreStreams } from '../log/read-state.ts'
import { createServerClock } from '../log/server-clock.ts'
import { LAYOUT, migrate, readLayout } from '../stream/stream-layout.ts'
import { toStreamNames } from '../stream/stream-names.ts'
import { checkLogs } from './check-logs.ts'
import { pruneLogs } from './prune-logs.ts'
import { readServerFacts } from './server-facts.ts'
import { readStoreSize } from './store-size.ts'

export type NatsCareOptions = {
  readonly url: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly patienceMs?: number
}

/** Connects when something is asked. */
export function openStoreCare({ url, env = process.env, patienceMs }: NatsCareOptions): FleetCare {
  const broker = createBroker({
    address: readAddress(url, env),
    ...(patienceMs !== undefined && { patienceMs }),
  })
  const streams: StoreStreams = { broker, names: toStreamNames(broker.address.space) }
  const clock = createServerClock(broker, streams.names.logs)
  return {
    keptIn: 'streams',
    async status() {
      const [facts, tables] = [await readServerFacts(broker), await readLayout(broker)]
      return {
        ...facts,
        ...{ server: broker.server(), program: 'nats-server', tables, newest: LAYOUT, partitions: [] },
        size: tables > 0 ? await readStoreSize(streams, clock) : null,
      }
    },
    migrate: () => migrate(broker),
    check: onChecked => checkLogs(streams, onChecked),
    prune: options => pruneLogs(streams, clock, options),
    close: () => broker.close(),
  }
}
