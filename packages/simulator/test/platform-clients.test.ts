import { AnthropicBedrock } from '@anthropic-ai/bedrock-sdk'
import Anthropic, {
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from '@anthropic-ai/sdk'
import { AnthropicVertex } from '@anthropic-ai/vertex-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createScriptModel,
  type ScriptReply,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../src/index.ts'

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

function bedrock({ url }: Simulator, options: { readonly apiKey?: string } = {}): AnthropicBedrock {
  const keys = { awsAccessKey: 'AKIAEXAMPLE', awsSecretKey: 'secret', awsRegion: 'eu-west-1' }
  return new AnthropicBedrock({ baseURL: url, apiKey: null, ...keys, ...options, maxRetries: 0 })
}

/** A client of Google's that asks nobody for its token. */
function vertex({ url }: Simulator, token: string | null = 'token'): AnthropicVertex {
  const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` })
  const authClient = { projectId: 'project', getRequestHeaders: async () => headers }
  return new AnthropicVertex({
    baseURL: `${url}/v1`,
    region: 'europe-west1',
    projectId: 'project',
    // The client calls nothing else of it.
    authClient: authClient as never,
    maxRetries: 0,
  })
}

type PlatformClient = { readonly messages: Pick<Anthropic['messages'], 'create' | 'stream'> }

/** Each platform with what is its own: its client, its name for a model, the mark in its ids. */
const PLATFORMS: readonly [
  string,
  {
    readonly connect: (simulator: Simulator) => PlatformClient
    readonly model: string
    readonly mark: string
    readonly version: string
  },
][] = [
  [
    'Bedrock',
    {
      connect: bedrock,
      model: 'eu.anthropic.claude-opus-5-5-v1:0',
      mark: 'bdrk',
      version: 'bedrock-2023-05-31',
    },
  ],
  ['Vertex', { connect: vertex, model: 'claude-opus-5-5', mark: 'vrtx', version: 'vertex-2023-10-16' }],
]

const TOOLS = [
  {
    name: 'Read',
    description: 'reads',
    input_schema: { type: 'object' as const, properties: { path: { type: 'string' } } },
  },
]
const HELLO = { max_tokens: 1000, messages: [{ role: 'user' as const, content: 'hello' }] }
const LONG = { thinking: 'länger nachgedacht 😀 '.repeat(9), text: '你好，世界 '.repeat(400) }

describe.each(PLATFORMS)('the official client of %s', (_, { connect, model, mark, version }) => {
  const ask = { ...HELLO, model }

  it('gets a message', async () => {
    const simulator = await start([{ text: 'Hello!', calls: [{ name: 'Read' }] }])
    const message = await connect(simulator).messages.create({ ...ask, tools: TOOLS })
    expect(message).toMatchObject({ type: 'message', model, stop_reason: 'tool_use' })
    expect(message.id).toMatch(new RegExp(`^msg_${mark}_01`))
    expect(message.content).toMatchObject([
      { type: 'text', text: 'Hello!' },
      { type: 'tool_use', id: expect.stringMatching(new RegExp(`^toolu_${mark}_01`)) },
    ])
    expect(simulator.log.all()).toMatchObject([{ status: 200, isStream: false, request: { ...ask } }])
  })

  it('gets the same message as a stream', async () => {
    const reply = { ...LONG, calls: [{ name: 'Read', input: { path: 'ä.ts' } }] }
    const whole = await connect(await start([reply], { seed: 7 })).messages.create({ ...ask, tools: TOOLS })
    const simulator = await start([reply], { seed: 7 })
    const stream = connect(simulator).messages.stream({ ...ask, tools: TOOLS })
    const types = new Set<string>()
    for await (const event of stream) types.add(event.type)
    const { usage: _, ...streamed } = JSON.parse(JSON.stringify(await stream.finalMessage()))
    const { usage: __, ...expected } = JSON.parse(JSON.stringify(whole))
    expect(streamed).toMatchObject(expected)
    expect(types).toContain('message_stop')
    expect(simulator.log.all()).toMatchObject([{ isStream: true, request: { stream: true } }])
  })

  it('runs a tool loop to its end, thinking bound and returned', async () => {
    const simulator = await start([
      { thinking: 'look', text: 'Let me look.', calls: [{ name: 'Read', input: { path: 'a' } }] },
      { thinking: 'now I know', text: 'Done.' },
    ])
    const client = connect(simulator)
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'read a' }]
    for (let round = 0; round < 2; round++) {
      const { content } = await client.messages.stream({ ...ask, messages, tools: TOOLS }).finalMessage()
      messages.push({ role: 'assistant', content })
      const results = content.flatMap(block =>
        block.type === 'tool_use'
          ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'text' }]
          : [],
      )
      if (results.length > 0) messages.push({ role: 'user', content: results })
    }
    expect(simulator.log.all().map(({ status }) => status)).toEqual([200, 200])
    expect(messages.at(-1)?.content).toMatchObject([{ type: 'thinking' }, { type: 'text', text: 'Done.' }])
  })

  it('sees its errors as its own classes', async () => {
    const simulator = await start([])
    const client = connect(simulator)
    const empty = client.messages.create({ ...ask, messages: [{ role: 'user', content: '' }] })
    await expect(empty).rejects.toThrow(BadRequestError)
    await expect(empty).rejects.toThrow(/user messages must have non-empty content/)
    simulator.faults.add({ fault: { kind: 'error', status: 429 } })
    await expect(client.messages.create(ask)).rejects.toThrow(RateLimitError)
    simulator.faults.add({ fault: { kind: 'error', status: 529 } })
    await expect(client.messages.create(ask)).rejects.toThrow(InternalServerError)
  })

  it('is told of an error in mid-stream', async () => {
    const simulator = await start([LONG])
    simulator.faults.add({ fault: { kind: 'error-event', afterEvents: 5, message: 'Too busy' } })
    const events: string[] = []
    const reading = (async () => {
      for await (const event of connect(simulator).messages.stream(ask)) events.push(event.type)
    })()
    await expect(reading).rejects.toThrow(APIError)
    await expect(reading).rejects.toThrow(/Too busy/)
    expect(events.length).toBeGreaterThan(2)
  })

  it.each([
    { kind: 'cut-stream', afterBytes: 700 },
    { kind: 'malformed-event', afterEvents: 4 },
  ] as const)('does not take a stream with $kind for a whole one', async fault => {
    const simulator = await start([LONG])
    simulator.faults.add({ fault })
    await expect(connect(simulator).messages.stream(ask).finalMessage()).rejects.toThrow()
  })

  it.each(['2026-10-21', version])('speaks version %s in the body', async anthropic_version => {
    const simulator = await start([])
    // The first version knew sampling, the second refuses it: the body's version decides.
    const sampled = { ...ask, model: 'claude-sonnet-4-6', temperature: 0.5, anthropic_version }
    const outcome = await connect(simulator)
      .messages.create(sampled as never)
      .then(
        () => 'taken',
        (error: Error) => error.message,
      )
    if (anthropic_version === version) expect(outcome).toBe('taken')
    else expect(outcome).toContain('temperature: Extra inputs are not permitted')
  })

  it('is judged by the rules of its platform', async () => {
    const simulator = await start([])
    const source = { type: 'url' as const, url: 'https://example.com/a.png' }
    const messages = [{ role: 'user' as const, content: [{ type: 'image' as const, source }] }]
    await expect(connect(simulator).messages.create({ ...ask, messages })).rejects.toThrow(BadRequestError)
    const direct = new Anthropic({ baseURL: simulator.url, apiKey: 'k', maxRetries: 0 })
    await direct.messages.create({ ...HELLO, model: 'claude-opus-5-5', messages })
    expect(simulator.log.all().map(({ status }) => status)).toEqual([400, 200])
  })
})

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
    await expect(bedrock(simulator, { apiKey: 'wrong' }).messages.create(ask)).rejects.toThrow(
      PermissionDeniedError,
    )
    await expect(
      bedrock(simulator, { apiKey: 'right' }).messages.create({ ...ask, model: 'gpt-7' }),
    ).rejects.toThrow('The provided model identifier is invalid.')
    await bedrock(simulator, { apiKey: 'right' }).messages.create(ask)
    expect(simulator.log.all().map(({ status }) => status)).toEqual([403, 400, 200])
  })

  it('takes betas from the body', async () => {
    const simulator = await start([])
    const betas = ['context-management-2025-06-27']
    await bedrock(simulator).beta.messages.create({ ...ask, betas, context_management: { edits: [] } })
    expect(simulator.log.all()).toMatchObject([{ status: 200, request: { anthropic_beta: betas } }])
  })
})

describe('Vertex', () => {
  const ask = { ...HELLO, model: 'claude-opus-5-5' }

  it('counts tokens, and more for more', async () => {
    const client = vertex(await start([]))
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
    const client = vertex(simulator)
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
      await expect(vertex(simulator, token).messages.create(ask)).rejects.toThrow(AuthenticationError)
  })

  it('takes betas from the header', async () => {
    const simulator = await start([])
    const betas = ['context-management-2025-06-27']
    await vertex(simulator).beta.messages.create({ ...ask, betas, context_management: { edits: [] } })
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
