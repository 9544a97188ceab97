import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { formatSlowest, runFleet } from '../../transcript/test/fleet/run-fleet.ts'
import { createLoopDisk } from '../../transcript/test/process/loop-disk.ts'
import { withReason } from '../../transcript/test/process/requirements.ts'
import { isSoak, LONG, rounds } from '../../transcript/test/process/soak.ts'
import { whyNoPowerCut } from '../../transcript/test/process/why-no-power-cut.ts'
import { NATS_NOTE, RUNS_NATS } from '../src/testing/find-nats.ts'
import { type NatsCluster, type NatsNode, startCluster } from '../src/testing/start-nats.ts'
import { findLeader, migrate, toPlace, waitUntilCurrent } from './nats-place.ts'
import { createNetworks, whyNoNetworks } from './networks.ts'

/** Each takes half a minute. */
const IN_SOAK = isSoak ? null : 'npm run soak runs it'
const NO_NETWORKS = RUNS_NATS ? (IN_SOAK ?? whyNoNetworks()) : null
const NO_DISK = RUNS_NATS ? (IN_SOAK ?? whyNoPowerCut('xfs')) : null

describe.runIf(RUNS_NATS)(`a fleet on three servers under faults${NATS_NOTE}`, () => {
  const ends: (() => Promise<unknown> | unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  const begin = async (...options: Parameters<typeof startCluster>): Promise<NatsCluster> => {
    const cluster = await startCluster(...options)
    ends.push(() => cluster.close())
    await migrate(cluster.url)
    return cluster
  }
  const othersThan = (cluster: NatsCluster, node: NatsNode): readonly NatsNode[] =>
    cluster.nodes.filter(other => other !== node)

  it(
    'loses and doubles nothing while the leader and writers are killed, and every follower sees every entry once',
    async () => {
      const cluster = await begin()
      const recovered: number[] = []
      const total = await runFleet(toPlace(cluster.url), async ({ waitForMore, replace }) => {
        for (let round = 0; round < rounds(1, 50); round++) {
          const leader = await findLeader(cluster)
          const began = performance.now()
          await leader.kill()
          await waitForMore()
          recovered.push(performance.now() - began)
          await leader.start()
          await replace(round)
          await waitUntilCurrent(cluster.url)
        }
      })
      console.log(
        `${total} entries, ${recovered.length} leaders killed, going again after ${formatSlowest(recovered)}`,
      )
    },
    LONG,
  )

  it.skipIf(IN_SOAK !== null)(
    withReason(
      'goes on while a follower stands still, acknowledges nothing while two of three are gone, and goes on when they are back',
      IN_SOAK,
    ),
    async () => {
      const cluster = await begin()
      const recovered: number[] = []
      const total = await runFleet(toPlace(cluster.url), async ({ waitForMore, count }) => {
        for (let round = 0; round < rounds(1, 50); round++) {
          const leader = await findLeader(cluster)
          const [follower, other] = othersThan(cluster, leader)
          follower?.pause()
          await waitForMore()
          follower?.resume()
          await waitUntilCurrent(cluster.url)
          await Promise.all([leader.kill(), other?.kill()])
          // What was acknowledged before is only to be heard of.
          const before = await untilStill(count)
          await sleep(1000)
          expect(count()).toBe(before)
          const began = performance.now()
          await Promise.all([leader.start(), other?.start()])
          await waitForMore()
          recovered.push(performance.now() - began)
        }
      })
      console.log(
        `${total} entries, ${recovered.length} times without a majority, going again after ${formatSlowest(recovered)}`,
      )
    },
    LONG,
  )

  it.skipIf(NO_NETWORKS !== null)(
    withReason('loses and doubles nothing while the leader is cut off from everybody', NO_NETWORKS),
    async () => {
      const networks = createNetworks(3)
      ends.push(() => networks.remove())
      const cluster = await begin(
        {},
        networks.hosts.map(({ address, command }) => ({ host: address, command })),
      )
      const recovered: number[] = []
      const total = await runFleet(toPlace(cluster.url), async ({ waitForMore }) => {
        for (let round = 0; round < rounds(1, 50); round++) {
          const leader = await findLeader(cluster)
          const index = cluster.nodes.indexOf(leader)
          const began = performance.now()
          networks.cut(index)
          await waitForMore()
          recovered.push(performance.now() - began)
          networks.mend(index)
          await waitForMore()
          await waitUntilCurrent(cluster.url)
        }
      })
      console.log(
        `${total} entries, ${recovered.length} leaders cut off, going again after ${formatSlowest(recovered)}`,
      )
    },
    LONG,
  )

  it.skipIf(NO_DISK !== null)(
    withReason(
      'goes on while the disk of one is full, and when there is room again that one comes back',
      NO_DISK,
    ),
    async () => {
      const disk = createLoopDisk('xfs')
      ends.push(() => disk.remove())
      const cluster = await begin({}, [{}, {}, { folder: disk.folder }])
      const total = await runFleet(toPlace(cluster.url), async ({ waitForMore }) => {
        for (let round = 0; round < rounds(1, 50); round++) {
          const filler = join(disk.folder, 'filler')
          fill(filler)
          await waitForMore()
          await sleep(1000)
          await waitForMore()
          rmSync(filler)
          // A server whose disk was full keeps out until it is started anew.
          const full = cluster.nodes[2]
          await full?.kill()
          await full?.start()
        }
      })
      // It catches up when nobody writes any more, at the latest.
      await waitUntilCurrent(cluster.url)
      console.log(`${total} entries, ${rounds(1, 50)} times without room on one server`)
    },
    LONG,
  )

  it.skipIf(NO_DISK !== null)(
    withReason('has all that was acknowledged when the power of all three is cut at once', NO_DISK),
    async () => {
      const disks = [1, 2, 3].map(() => createLoopDisk('xfs'))
      ends.push(() => {
        for (const disk of disks) disk.remove()
      })
      const cluster = await begin(
        {},
        disks.map(({ folder }) => ({ folder })),
      )
      const recovered: number[] = []
      const total = await runFleet(toPlace(cluster.url), async ({ waitForMore }) => {
        for (let round = 0; round < rounds(1, 50); round++) {
          // A machine without power tells nobody anything any more.
          for (const node of cluster.nodes) node.pause()
          for (const disk of disks) disk.cutPower(round % 2 === 1)
          await Promise.all(cluster.nodes.map(node => node.kill()))
          for (const disk of disks) disk.restart()
          const began = performance.now()
          await Promise.all(cluster.nodes.map(node => node.start()))
          await waitForMore()
          recovered.push(performance.now() - began)
        }
      })
      console.log(
        `${total} entries, ${recovered.length} power cuts of all servers, going again after ${formatSlowest(recovered)}`,
      )
    },
    LONG,
  )
})

/** Waits until nobody is told of more; gives how many they were told of. */
async function untilStill(count: () => number): Promise<number> {
  for (;;) {
    const before = count()
    await sleep(1000)
    if (count() === before) return before
  }
}

/** Writes until nothing more goes onto the disk. */
function fill(path: string): void {
  try {
    for (;;) appendFileSync(path, Buffer.alloc(1_000_000))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
