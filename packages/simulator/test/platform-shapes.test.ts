import { AuthenticationError, BadRequestError, NotFoundError, PermissionDeniedError } from '@anthropic-ai/sdk'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createScriptModel,
  type ScriptReply,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../src/index.ts'
import { connectBedrock, connectVertex, HELLO } from './platform-connections.ts'

let running: Simulator | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

async function start(replies: readonly ScriptReply[], options: SimulatorOptions = {}): Promise<Simulator> {
  await running?.close()
  running = await startSimulator({ model: createScriptModel(replies), ...options })
  return running
}

describe('Bedrock', () => {
  const ask = { ...HELLO, model: 'claude-opus-5-5' }

  it('says what is wrong in its own shape', async () => {
    const { url } = await start([])
    const post = (body: unknown, headers: Record<string, string> = { authorization: 'AWS4-HMAC-SHA256 x' }) =>
      fetch(`${url}/model/claude-opus-5-5/invoke`, { method: 'POST', headers, body: JSON.stringify(body) })
    const told = async (response: Response): Promise<unknown[]> => [
      response.status,
      response.headers.get('x-amzn-errortype'),
      response.headers.get('x-sim-rule'),
      await response.json(),
    ]
    const version = { anthropic_version: 'bedrock-2023-05-31' }
    expect(await told(await post({ ...HELLO, ...version }, {}))).toEqual([
      403,
      'UnrecognizedClientException',
      'ENV-05',
      { message: 'Missing Authentication Token' },
    ])
    expect(await told(await post(HELLO))).toEqual([
      400,
      'ValidationException',
      'ENV-04',
      { message: 'anthropic_version: Field required' },
    ])
    for (const [field, value] of [
      ['model', 'claude-opus-5-5'],
      ['stream', true],
    ] as const)
      expect(await told(await post({ ...HELLO, ...version, [field]: value }))).toEqual([
        400,
        'ValidationException',
        'ENV-10',
        { message: `${field}: Extra inputs are not permitted` },
      ])
    expect(await told(await post({ ...HELLO, ...version, anthropic_beta: ['no date'] }))).toMatchObject([
      400,
      'ValidationException',
      'ENV-06',
      {},
    ])
    expect((await post([])).status).toBe(400)
    expect(running?.log.all().map(({ status }) => status)).toEqual([403, 400, 400, 400, 400, 400])
  })

  it('refuses a model that is none, and a key that is not the one asked for', async () => {
    const simulator = await start([], { apiKey: 'right' })
    await expect(connectBedrock(simulator, { apiKey: 'wrong' }).messages.create(ask)).rejects.toThrow(
      PermissionDeniedError,
    )
    await expect(
      connectBedrock(simulator, { apiKey: 'right' }).messages.create({ ...ask, model: 'gpt-7' }),
    ).rejects.toThrow('The provided model identifier is invalid.')
    await connectBedrock(simulator, { apiKey: 'right' }).messages.create(ask)
    expect(simulator.log.all().map(({ status }) => status)).toEqual([403, 400, 200])
  })

  it('takes betas from the body', async () => {
    const simulator = await start([])
    const betas = ['context-management-2025-06-27']
    await connectBedrock(simulator).beta.messages.create({ ...ask, betas, context_management: { edits: [] } })
    expect(simulator.log.all()).toMatchObject([{ status: 200, request: { anthropic_beta: betas } }])
  })
})

describe('Vertex', () => {
  const ask = { ...HELLO, model: 'claude-opus-5-5' }

  it('counts tokens, and more for more', async () => {
    const client = connectVertex(await start([]))
    const { model, messages } = ask
    const few = await client.messages.countTokens({ model, messages })
    const more = await client.messages.countTokens({
      model,
      messages: [{ role: 'user', content: 'x'.repeat(99) }],
    })
    expect(more.input_tokens).toBeGreaterThan(few.input_tokens)
  })

  it("gives the API's errors as they are, with its own ids, and Google's in Google's shape", async () => {
    const simulator = await start([], { apiKey: 'token' })
    const client = connectVertex(simulator)
    const bad = await client.messages.create({ ...ask, messages: [] }).catch((error: unknown) => error)
    expect(bad).toBeInstanceOf(BadRequestError)
    expect(bad).toMatchObject({
      error: { type: 'error', error: { type: 'invalid_request_error' } },
      requestID: expect.stringMatching(/^req_vrtx_01/),
    })
    const missing = await client.messages.create({ ...ask, model: 'gpt-7' }).catch((error: unknown) => error)
    expect(missing).toBeInstanceOf(NotFoundError)
    expect(missing).toMatchObject({ error: { error: { code: 404, status: 'NOT_FOUND' } } })
    for (const token of [null, 'other'])
      await expect(connectVertex(simulator, token).messages.create(ask)).rejects.toThrow(AuthenticationError)
  })

  it('takes betas from the header', async () => {
    const simulator = await start([])
    const betas = ['context-management-2025-06-27']
    await connectVertex(simulator).beta.messages.create({ ...ask, betas, context_management: { edits: [] } })
    expect(simulator.log.all()).toMatchObject([{ status: 200, headers: { 'anthropic-beta': betas[0] } }])
  })

  it('wants no model in the body, since the path names it', async () => {
    const { url } = await start([])
    const path = '/v1/projects/p/locations/l/publishers/anthropic/models/claude-opus-5-5:rawPredict'
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer t' },
      body: JSON.stringify({ ...ask, anthropic_version: 'vertex-2023-10-16' }),
    })
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('model: Extra inputs are not permitted'),
    ])
  })
})
