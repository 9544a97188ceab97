import { vi } from 'vitest'
import type { FleetPlace } from '../../transcript/test/fleet/run-fleet.ts'
import { openStoreCare } from '../src/index.ts'
import type { NatsCluster, NatsNode } from '../src/testing/start-nats.ts'

/** A fleet whose logs are in a JetStream. */
export function toPlace(url: string): FleetPlace {
  return { url, library: '@antiphon/store-nats', opener: 'openNatsStore' }
}

/** Makes the streams, as soon as the servers have found each other. */
export async function migrate(url: string): Promise<void> {
  const care = openStoreCare({ url, env: {} })
  await vi.waitFor(() => care.migrate(), { timeout: 60_000, interval: 200 })
  await care.close()
}

/** The server that leads the logs now; throws while none does. */
export async function findLeader({ url, nodes }: NatsCluster): Promise<NatsNode> {
  const care = openStoreCare({ url, env: {} })
  try {
    const { replication } = await care.status()
    const leader = nodes.find(({ name }) => name === replication?.leader)
    if (!leader) throw new Error('nobody leads')
    return leader
  } finally {
    await care.close()
  }
}

/** Waits until all servers have all that there is. */
export async function waitUntilCurrent(url: string): Promise<void> {
  const care = openStoreCare({ url, env: {} })
  try {
    await vi.waitFor(
      async () => {
        const { replication } = await care.status()
        const isCurrent = replication?.leader && replication.followers.every(follower => follower.isCurrent)
        if (!isCurrent) throw new Error(JSON.stringify(replication))
      },
      { timeout: 60_000, interval: 100 },
    )
  } finally {
    await care.close()
  }
}
