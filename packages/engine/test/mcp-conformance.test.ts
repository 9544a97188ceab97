import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundle } from '../../../scripts/bundle.mjs'
import { withReason } from '../../transcript/test/process/requirements.ts'
import { openConformanceSuite } from './conformance-suite.ts'

const CLIENT = fileURLToPath(new URL('../src/mcp/testing/conformance-client.ts', import.meta.url))

const suite = await openConformanceSuite()
const missing = 'missing' in suite ? suite.missing : null
const scenarios = 'missing' in suite ? [] : await suite.listClientScenarios()

describe.skipIf(missing !== null)(
  withReason('the official conformance suite of MCP passes our client', missing),
  () => {
    let folder: string
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'antiphon-conformance-'))
      await bundle(folder, { client: CLIENT })
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    it('in scenarios of every kind', () => {
      expect(scenarios.length).toBeGreaterThanOrEqual(20)
      expect(scenarios).toEqual(expect.arrayContaining(['sse-retry', 'tools_call', 'auth/scope-step-up']))
    })

    it.concurrent.for(scenarios)('%s', { timeout: 200_000 }, async (scenario, { expect: expectHere }) => {
      if ('missing' in suite) return
      const { isPassed, report } = await suite.judgeClient(
        scenario,
        `${process.execPath} ${join(folder, 'client.js')}`,
      )
      expectHere(isPassed, report).toBe(true)
      expectHere(report).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/)
    })
  },
)
