import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConformanceSuite } from '../../engine/test/conformance-suite.ts'
import { withReason } from '../../transcript/test/process/requirements.ts'
import { openTokenDoor, type TokenDoor } from './add-token.ts'
import { createRecallHome, lampSession, type RecallHome } from './recall-kit.ts'
import { startTestServer, type TestServer } from './server-kit.ts'

/**
 * Those that ask for nothing but what every server with tools and resources has. The others call tools and read
 * resources by names that only the suite's own example has, or ask for what this server does not declare: logging,
 * completion, subscriptions, prompts, streams that outlive an answer.
 */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection']

const suite = await openConformanceSuite()
const missing = 'missing' in suite ? suite.missing : null

describe.skipIf(missing !== null)(
  withReason("the official conformance suite of MCP passes the window's /mcp", missing),
  () => {
    let place: RecallHome
    let server: TestServer
    let door: TokenDoor
    beforeAll(async () => {
      place = createRecallHome()
      const lamp = place.project('lamp')
      place.write(lamp, '11111111-1111-4111-8111-111111111111', lampSession(lamp))
      server = await startTestServer({ roots: [join(place.home, '.claude')] })
      door = await openTokenDoor(server.port, server.token)
    })
    afterAll(async () => {
      door.close()
      await server.close()
      await place.remove()
    })

    it.concurrent.for(SCENARIOS)('%s', { timeout: 200_000 }, async (scenario, { expect: expectHere }) => {
      if ('missing' in suite) return
      const { isPassed, report } = await suite.judgeServer(scenario, `${door.origin}/mcp`)
      expectHere(isPassed, report).toBe(true)
      expectHere(report).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/)
    })

    it('is told of everything that the server does not declare', async () => {
      // Whoever adds a capability adds its scenarios.
      const { client } = await place.connect({ cwd: place.project('lamp') })
      expect(Object.keys(client.getServerCapabilities() ?? {}).sort()).toEqual(['resources', 'tools'])
    })
  },
)
