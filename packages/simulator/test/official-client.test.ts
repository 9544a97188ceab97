import Anthropic, {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from '@anthropic-ai/sdk'
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

async function start(
  replies: readonly ScriptReply[],
  options: SimulatorOptions = {},
): Promise<{ simulator: Simulator; client: Anthropic }> {
  running = await startSimulator({ model: createScriptModel(replies), ...options })
  return { simulator: running, client: new Anthropic({ baseURL: running.url, apiKey: 'any', maxRetries: 0 }) }
}

const MODEL = 'claude-opus-5-5'
const HELLO = { model: MODEL, max_tokens: 1000, messages: [{ role: 'user' as const, content: 'hello' }] }
const TOOLS = [
  {
    name: 'Read',
    description: 'reads',
    input_schema: { type: 'object' as const, properties: { path: { type: 'string' } } },
  },
]

describe('the official client', () => {
  it('gets a message', async () => {
    const { client, simulator } = await start([{ thinking: 'a greeting', text: 'Hello!' }])
    const { data, request_id } = await client.messages.create(HELLO).withResponse()
    expect(data).toMatchObject({ type: 'message', role: 'assistant', model: MODEL, stop_reason: 'end_turn' })
    expect(data.content).toMatchObject([
      { type: 'thinking', thinking: 'a greeting' },
      { type: 'text', text: 'Hello!' },
    ])
    expect(request_id).toMatch(/^req_01/)
    expect(simulator.log.all()).toMatchObject([{ number: 0, status: 200, isStream: false, request: HELLO }])
  })

  it('gets the same message as a stream', async () => {
    const reply = {
      thinking: 'länger nachgedacht 😀 '.repeat(9),
      text: '你好，世界 '.repeat(20),
      calls: [{ name: 'Read', input: { path: 'ä.ts' } }],
    }
    const whole = (await (
      await start([reply], { seed: 7 })
    ).client.messages.create({ ...HELLO, tools: TOOLS })) as unknown
    await running?.close()
    const { client } = await start([reply], { seed: 7 })
    const types: string[] = []
    const stream = client.messages.stream({ ...HELLO, tools: TOOLS })
    for await (const event of stream) types.push(event.type)
    const { usage: _, ...streamed } = JSON.parse(JSON.stringify(await stream.finalMessage()))
    const { usage: __, ...expected } = JSON.parse(JSON.stringify(whole))
    expect(streamed).toMatchObject(expected)
    expect(new Set(types)).toEqual(
      new Set([
        'message_start',
        'content_block_start',
        'content_block_delta',
        'content_block_stop',
        'message_delta',
        'message_stop',
      ]),
    )
  })

  it('runs a tool loop to its end, thinking bound and returned', async () => {
    const { client, simulator } = await start([
      {
        thinking: 'look first',
        text: 'Let me look.',
        calls: [
          { name: 'Read', input: { path: 'a' } },
          { name: 'Read', input: { path: 'b' } },
        ],
      },
      { thinking: 'now I know', text: 'Done.' },
    ])
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'read a and b' }]
    const first = await client.messages.create({ ...HELLO, messages, tools: TOOLS })
    expect(first.stop_reason).toBe('tool_use')
    messages.push({ role: 'assistant', content: first.content as Anthropic.ContentBlockParam[] })
    const calls = first.content.filter(block => block.type === 'tool_use')
    messages.push({
      role: 'user',
      content: calls.map(({ id }) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'text' })),
    })
    const second = await client.messages.create({ ...HELLO, messages, tools: TOOLS })
    expect(second.content.at(-1)).toEqual({ type: 'text', text: 'Done.' })
    messages.push(
      { role: 'assistant', content: second.content as Anthropic.ContentBlockParam[] },
      { role: 'user', content: 'thanks' },
    )
    await client.messages.create({ ...HELLO, messages, tools: TOOLS })
    const edited = JSON.parse(JSON.stringify(messages).replace('read a and b', 'read a only'))
    await expect(client.messages.create({ ...HELLO, messages: edited, tools: TOOLS })).rejects.toThrow(
      /bound to a different conversation/,
    )
    expect(simulator.log.all().map(({ status }) => status)).toEqual([200, 200, 200, 400])
  })

  it('maps each error to its own class', async () => {
    const { client, simulator } = await start([])
    await expect(client.messages.create({ ...HELLO, messages: [] })).rejects.toThrow(BadRequestError)
    for (const [status, type] of [
      [400, BadRequestError],
      [401, AuthenticationError],
      [404, NotFoundError],
      [429, RateLimitError],
      [500, InternalServerError],
      [529, InternalServerError],
    ] as const) {
      simulator.faults.add({ fault: { kind: 'error', status } })
      const error = await client.messages.create(HELLO).catch((caught: unknown) => caught)
      expect(error, String(status)).toBeInstanceOf(type)
      expect(error).toMatchObject({ status })
    }
    const wrong = new Anthropic({
      baseURL: (await start([], { apiKey: 'right' })).simulator.url,
      apiKey: 'wrong',
      maxRetries: 0,
    })
    await expect(wrong.messages.create(HELLO)).rejects.toThrow(AuthenticationError)
  })

  it('tries again where the API says so, and not where it does not', async () => {
    const { simulator } = await start(['at last'], {
      faults: [
        { fault: { kind: 'error', status: 529 } },
        { fault: { kind: 'error', status: 429, headers: { 'retry-after': '0.01' } } },
      ],
    })
    const client = new Anthropic({ baseURL: simulator.url, apiKey: 'any', maxRetries: 2 })
    expect((await client.messages.create(HELLO)).content).toEqual([{ type: 'text', text: 'at last' }])
    expect(simulator.log.all().map(({ status }) => status)).toEqual([529, 429, 200])
    await expect(client.messages.create({ ...HELLO, messages: [] })).rejects.toThrow(BadRequestError)
    expect(simulator.log.all()).toHaveLength(4)
  })

  it('sees a stream break off, stop with an error, or make no sense', async () => {
    const { client, simulator } = await start(Array.from({ length: 9 }, () => 'a long text '.repeat(50)))
    const consume = async (): Promise<unknown> => {
      const stream = client.messages.stream(HELLO)
      return stream.finalMessage().catch((error: unknown) => error)
    }
    simulator.faults.add({ fault: { kind: 'cut-stream', afterBytes: 900 } })
    expect(await consume()).toBeInstanceOf(Error)
    simulator.faults.add({ fault: { kind: 'error-event', afterEvents: 5 } })
    const error = await consume()
    expect(error).toBeInstanceOf(APIError)
    expect(String(error)).toContain('Overloaded')
    simulator.faults.add({ fault: { kind: 'malformed-event', afterEvents: 4 } })
    expect(await consume()).toBeInstanceOf(Error)
    simulator.faults.add({ fault: { kind: 'duplicate-message-start' } })
    expect(String(await consume())).toContain('message_start')
    simulator.faults.add({ fault: { kind: 'slow-stream', milliseconds: 1 } })
    expect(await consume()).toMatchObject({ stop_reason: 'end_turn' })
  })

  it('gives up on an API that does not answer', async () => {
    const { simulator } = await start(['late'], {
      faults: [{ fault: { kind: 'timeout', milliseconds: 60_000 } }],
    })
    const client = new Anthropic({ baseURL: simulator.url, apiKey: 'any', maxRetries: 0, timeout: 50 })
    await expect(client.messages.create(HELLO)).rejects.toThrow(APIConnectionTimeoutError)
    simulator.faults.add({ fault: { kind: 'timeout', milliseconds: 0 } })
    await expect(client.messages.create(HELLO)).rejects.toThrow(APIConnectionError)
  })

  it('hears of refusals, cut calls and paused turns, and goes on after a pause', async () => {
    const { client, simulator } = await start([
      'never said',
      { calls: [{ name: 'Read', input: { path: 'some/long/path.ts' } }] },
      'first half',
      'second half',
    ])
    simulator.faults.add({ fault: { kind: 'refusal', category: 'cyber' } })
    expect(await client.messages.create(HELLO)).toMatchObject({
      content: [],
      stop_reason: 'refusal',
      stop_details: { category: 'cyber' },
    })
    simulator.faults.add({ fault: { kind: 'max-tokens-in-call' } })
    const cut = client.messages.stream({ ...HELLO, tools: TOOLS })
    const pieces: string[] = []
    cut.on('inputJson', piece => pieces.push(piece))
    await cut.done().catch(() => undefined)
    expect(() => JSON.parse(pieces.join(''))).toThrow()
    simulator.faults.add({ fault: { kind: 'pause-turn' } })
    const paused = await client.messages.create(HELLO)
    expect(paused.stop_reason).toBe('pause_turn')
    const again = [
      ...HELLO.messages,
      { role: 'assistant' as const, content: paused.content as Anthropic.ContentBlockParam[] },
    ]
    expect((await client.messages.create({ ...HELLO, messages: again })).content).toEqual([
      { type: 'text', text: 'second half' },
    ])
    const other = [
      ...HELLO.messages,
      { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'words of mine' }] },
    ]
    await expect(client.messages.create({ ...HELLO, messages: other })).rejects.toThrow(BadRequestError)
  })

  it('counts tokens and lists models', async () => {
    const { client } = await start([])
    const { input_tokens } = await client.messages.countTokens({ model: MODEL, messages: HELLO.messages })
    expect(input_tokens).toBeGreaterThan(0)
    const models = []
    for await (const model of client.models.list()) models.push(model.id)
    expect(models).toContain(MODEL)
    expect((await client.models.retrieve(MODEL)).id).toBe(MODEL)
    await expect(client.models.retrieve('claude-nobody')).rejects.toThrow(NotFoundError)
  })

  it('reads its prompt cache, and sees it expire', async () => {
    const { client, simulator } = await start(['a', 'b', 'c'], { startTime: 0 })
    const system = [
      { type: 'text' as const, text: 'rule '.repeat(3000), cache_control: { type: 'ephemeral' as const } },
    ]
    const first = await client.messages.create({ ...HELLO, system })
    expect(first.usage.cache_creation_input_tokens).toBeGreaterThan(1000)
    const second = await client.messages.create({ ...HELLO, system })
    expect(second.usage.cache_read_input_tokens).toBe(first.usage.cache_creation_input_tokens)
    simulator.clock.advance(6 * 60_000)
    expect((await client.messages.create({ ...HELLO, system })).usage.cache_read_input_tokens).toBe(0)
    expect(simulator.log.all().at(-1)?.cache?.miss).toEqual({ reason: 'expired' })
  })

  it('is steered over HTTP, and not by a page of the web', async () => {
    const { client, simulator } = await start(['a', 'b'])
    const control = (
      method: string,
      path: string,
      body?: unknown,
      headers?: Record<string, string>,
    ): Promise<Response> =>
      fetch(`${simulator.url}/_simulator/${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(headers && { headers }),
      })
    expect((await control('POST', 'faults', { fault: { kind: 'error', status: 529 } })).status).toBe(200)
    await expect(client.messages.create(HELLO)).rejects.toThrow(InternalServerError)
    const bad = await control('POST', 'faults', { fault: { kind: 'earthquake' } })
    expect([bad.status, await bad.text()]).toMatchObject([400, expect.stringContaining('earthquake')])
    expect((await control('DELETE', 'faults', undefined, { origin: 'https://example.org' })).status).toBe(404)
    await client.messages.create(HELLO)
    const { requests } = (await (await control('GET', 'requests?since=1')).json()) as { requests: unknown[] }
    expect(requests).toMatchObject([{ number: 1, status: 200 }])
    const before = Date.parse(((await (await control('GET', 'clock')).json()) as { now: string }).now)
    const after = Date.parse(
      ((await (await control('POST', 'clock', { advance: 3_600_000 })).json()) as { now: string }).now,
    )
    expect(after - before).toBeGreaterThanOrEqual(3_600_000)
    expect((await control('GET', 'weather')).status).toBe(404)
  })

  it('gets the same ids, signatures and faults again for the same seed', async () => {
    const run = async (): Promise<unknown> => {
      const { client } = await start(
        ['a', 'b', 'c', 'd'].map(text => ({ thinking: text, text })),
        {
          seed: 42,
          faults: [
            { fault: { kind: 'error', status: 500 }, probability: 0.5, times: Number.POSITIVE_INFINITY },
          ],
        },
      )
      const results: unknown[] = []
      for (let index = 0; index < 6; index++)
        results.push(
          await client.messages.create(HELLO).catch((error: APIError) => [error.status, error.requestID]),
        )
      await running?.close()
      return results
    }
    expect(await run()).toEqual(await run())
  })
})
