import { transcriptStoreContract } from '@antiphon/transcript/testing'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { openNatsStore, openStoreCare } from '../src/index.ts'
import { NATS_NOTE, RUNS_NATS } from '../src/testing/find-nats.ts'
import { type NatsNode, startNats } from '../src/testing/start-nats.ts'

let server: NatsNode
let spaces = 0

beforeAll(async () => {
  if (RUNS_NATS) server = await startNats()
})
afterAll(() => server?.close())

/** A place on the server that nobody has used. */
async function createSpace(): Promise<string> {
  const url = `${server.url}/space${++spaces}`
  const care = openStoreCare({ url, env: {} })
  await care.migrate()
  await care.close()
  return url
}

describe.runIf(RUNS_NATS)(`the contract of stores${NATS_NOTE}`, () => {
  it.each(transcriptStoreContract)('$name', async ({ run }) => {
    const url = await createSpace()
    await run({ open: () => openNatsStore({ url, env: {} }) })
  })
})
