import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgresStore, openStoreCare } from '@antiphon/store-postgres'
import {
  POSTGRES_NOTE,
  RUNS_POSTGRES,
  startPostgres,
  type TestServer,
} from '@antiphon/store-postgres/testing/start-postgres'
import { toSessionStore } from '@antiphon/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSdkBench } from './sdk-bench.ts'

const bench = createSdkBench()
let server: TestServer
beforeAll(async () => {
  if (!RUNS_POSTGRES) return
  server = await startPostgres({ fsync: 'off' })
  const care = openStoreCare({ url: server.url, env: {} })
  await care.migrate()
  await care.close()
})
afterAll(() => server?.close())

describe.runIf(RUNS_POSTGRES)(`sessions of the official SDK in a team’s store${POSTGRES_NOTE}`, () => {
  it('go on on another host, and are refused to it while the first one has them', async () => {
    await bench.script('One.', 'Two.', 'Three.')
    const env = { CLAUDE_CONFIG_DIR: join(bench.home(), '.claude') }
    const one = await openPostgresStore({ url: server.url, writer: { person: 'ana', host: 'laptop' } })
    const other = await openPostgresStore({ url: server.url, writer: { person: 'ben', host: 'ci' } })
    const first = await bench.run('the first prompt', { env, sessionStore: toSessionStore(one) })
    expect(first.error).toBe(null)
    // Another host has none of the files.
    rmSync(bench.home(), { recursive: true, force: true })
    const [head] = await other.findSessions(first.sessionId)
    expect(head).toMatchObject({ person: 'ana', host: 'laptop', writer: 'ana on laptop' })
    const key = { projectKey: head?.key.project ?? '', sessionId: first.sessionId }
    await expect(toSessionStore(other).append(key, [{ type: 'user', uuid: 'x' }])).rejects.toThrow(
      'is written by ana on laptop',
    )
    await one.close()
    const second = await bench.run('the second prompt', {
      ...{ env, sessionStore: toSessionStore(other), resume: first.sessionId },
    })
    expect(second).toMatchObject({ error: null, sessionId: first.sessionId })
    const said = JSON.stringify(bench.simulator().log.all().at(-1)?.request?.messages)
    for (const word of ['first', 'second']) expect(said).toContain(`the ${word} prompt`)
    expect(await other.head(head?.key ?? { project: '', session: '' })).toMatchObject({
      person: 'ben',
      host: 'ci',
    })
    await other.close()
  })
})
