// Run by `node --test` from for-tests.test.ts: one test passes, one fails as it should.
import assert from 'node:assert'
import { afterEach, beforeEach, it } from 'node:test'
import { assertNoRefusals, assertScriptUsedUp, lastRequest, useSimulator } from '@antiphon/simulator/testing'

const simulator = useSimulator({ script: ['Hello!'] }, { beforeEach, afterEach })

async function ask(content: string): Promise<unknown> {
  const response = await fetch(`${simulator.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'any', 'anthropic-version': '2026-10-21' },
    body: JSON.stringify({
      model: 'claude-opus-5-5',
      max_tokens: 100,
      messages: [{ role: 'user', content }],
    }),
  })
  return response.json()
}

it('talks to a fresh simulator', async () => {
  assert.equal(JSON.stringify(await ask('hello')).includes('Hello!'), true)
  assert.deepEqual(lastRequest(simulator).request.messages, [{ role: 'user', content: 'hello' }])
  assertNoRefusals(simulator)
  assertScriptUsedUp(simulator)
})

it('talks to another one, which refuses', async () => {
  assert.equal(simulator.log.all().length, 0)
  await ask('')
  assertNoRefusals(simulator)
})
