import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, it } from 'vitest'
import { formatSlowest, runFleet } from '../../transcript/test/fleet/run-fleet.ts'
import { LONG, rounds } from '../../transcript/test/process/soak.ts'
import {
  POSTGRES_NOTE,
  RUNS_POSTGRES,
  startPostgres,
  type TestServer,
} from '../src/testing/start-postgres.ts'
import { migrate, promoteFurthest, toPlace } from './postgres-place.ts'

describe.runIf(RUNS_POSTGRES)(`a fleet under faults${POSTGRES_NOTE}`, () => {
  const servers: TestServer[] = []
  afterEach(async () => {
    for (const server of servers.splice(0).reverse()) await server.close()
  })
  const begin = async (...options: Parameters<typeof startPostgres>): Promise<TestServer> => {
    const server = await startPostgres(...options)
    servers.push(server)
    return server
  }

  it(
    'loses and doubles nothing while the server and writers are killed, and every follower sees every entry once',
    async () => {
      const server = await begin()
      await migrate(server.url)
      const recovered: number[] = []
      const total = await runFleet(toPlace(server.url), async ({ waitForMore, replace }) => {
        for (let round = 0; round < rounds(2, 50); round++) {
          const began = performance.now()
          await server.kill()
          await sleep(Math.random() * 300)
          await server.start()
          await waitForMore()
          recovered.push(performance.now() - began)
          await replace(round)
        }
      })
      console.log(
        `${total} entries, ${recovered.length} crashes, going again after ${formatSlowest(recovered)}`,
      )
    },
    LONG,
  )

  it(
    'goes on with the standby that is promoted when the primary dies, and nothing acknowledged is lost',
    async () => {
      const recovered: number[] = []
      let total = 0
      for (let round = 0; round < rounds(1, 50); round++) {
        const primary = await begin({ synchronous_standby_names: 'ANY 1 (one, two)' })
        const standbys = [
          await begin({ cluster_name: 'one' }, primary),
          await begin({ cluster_name: 'two' }, primary),
        ]
        await migrate(primary.url)
        const hosts = [primary, ...standbys].map(({ port }) => `127.0.0.1:${port}`)
        total += await runFleet(
          toPlace(`postgres://antiphon@${hosts.join()}/postgres`),
          async ({ waitForMore }) => {
            const began = performance.now()
            await primary.kill()
            await promoteFurthest(standbys)
            await waitForMore()
            recovered.push(performance.now() - began)
          },
        )
        for (const server of servers.splice(0).reverse()) await server.close()
      }
      console.log(
        `${total} entries, ${recovered.length} promotions, going again after ${formatSlowest(recovered)}`,
      )
    },
    LONG,
  )
})
