import Anthropic, { APIError, BadRequestError, InternalServerError, RateLimitError } from '@anthropic-ai/sdk'
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
      connect: connectBedrock,
      model: 'eu.anthropic.claude-opus-5-5-v1:0',
      mark: 'bdrk',
      version: 'bedrock-2023-05-31',
    },
  ],
  [
    'Vertex',
    { connect: connectVertex, model: 'claude-opus-5-5', mark: 'vrtx', version: 'vertex-2023-10-16' },
  ],
]

const TOOLS = [
  {
    name: 'Read',
    description: 'reads',
    input_schema: { type: 'object' as const, properties: { path: { type: 'string' } } },
  },
]
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
