// A session in a process of its own, with the tools and the log that `antiphon -p` has; it reports what its turns cost.
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import Anthropic from '@anthropic-ai/sdk'
import {
  createAnthropicProvider,
  createQueryEngine,
  createToolbox,
  createTools,
  decidePermission,
  GENERAL_PURPOSE_AGENT,
  type Provider,
  type QueryEngine,
  toSystemPrompt,
} from '@antiphon/engine'
import { createFileStore, createRecorder } from '@antiphon/transcript'
import { READ_PROMPT } from './words.ts'

export type SessionOrder = { readonly port: number; readonly folder: string; readonly turns: number } & (
  | { readonly measure: 'time' }
  /** Compacted after every so many turns, so that what grows is not the conversation. */
  | { readonly measure: 'memory'; readonly every: number }
)

export type SessionReport = {
  /** Milliseconds of each turn, and of the same requests sent again by the bare client. */
  readonly turns: readonly { readonly engine: number; readonly bare: number }[]
  /** Bytes before each compaction. */
  readonly memory: readonly { readonly rss: number; readonly heap: number }[]
}

type Request = Parameters<Provider['stream']>[0]

const MODEL = 'claude-opus-5-5'

process.on('disconnect', () => process.exit())
process.once('message', message => {
  void run(message as SessionOrder).then(report => process.send?.(report))
})
process.send?.('ready')

async function run(order: SessionOrder): Promise<SessionReport> {
  const sent: Request[] = []
  const baseURL = `http://127.0.0.1:${order.port}`
  const provider = createAnthropicProvider({ apiKey: 'any', baseURL })
  const { engine, close } = openSession(order.folder, {
    ...provider,
    stream(request, options) {
      if (order.measure === 'time') sent.push(request)
      return provider.stream(request, options)
    },
  })
  const client = new Anthropic({ apiKey: 'any', baseURL, maxRetries: 0 })
  const turns: SessionReport['turns'][number][] = []
  const memory: SessionReport['memory'][number][] = []
  for (let turn = 1; turn <= order.turns; turn++) {
    const engineTime = await time(() => takeTurn(engine))
    // One after the other, so that a busy moment of the machine slows both.
    const bareTime = await time(() => sendAll(client, sent.splice(0)))
    turns.push({ engine: engineTime, bare: bareTime })
    if (order.measure !== 'memory' || turn % order.every !== 0) continue
    memory.push(await readMemory())
    await compact(engine)
  }
  await close()
  return { turns, memory }
}

function openSession(
  folder: string,
  provider: Provider,
): { readonly engine: QueryEngine; readonly close: () => Promise<void> } {
  const session = randomUUID()
  const store = createFileStore({ root: folder })
  const recorder = createRecorder({
    store,
    key: { project: '-bench', session },
    envelope: {
      cwd: folder,
      sessionId: session,
      version: '0.1.0',
      userType: 'external',
      isSidechain: false,
      entrypoint: 'cli',
    },
  })
  const engine = createQueryEngine({
    provider,
    model: MODEL,
    system: toSystemPrompt({}),
    toolbox: createToolbox(
      createTools({ agentTypes: [GENERAL_PURPOSE_AGENT] }).filter(({ name }) => name !== 'Snip'),
    ),
    cwd: folder,
    home: folder,
    env: process.env,
    recorder,
    permissions: {
      mode: 'bypassPermissions',
      rules: { allow: [], deny: [], ask: [] },
      additionalDirectories: [],
      decide: decidePermission,
      ask: null,
    },
  })
  return {
    engine,
    async close() {
      await engine.close()
      await recorder.close()
      await store.close()
    },
  }
}

/** A prompt, a call, its result, an answer: two requests. */
async function takeTurn(engine: QueryEngine): Promise<void> {
  const turn = engine.submit(READ_PROMPT)
  for (let step = await turn.next(); ; step = await turn.next()) {
    if (!step.done) continue
    const { end, turns } = step.value
    if (end.reason !== 'completed' || turns !== 2) throw new Error(`a turn ended by ${JSON.stringify(end)}`)
    return
  }
}

async function sendAll(client: Anthropic, requests: readonly Request[]): Promise<void> {
  for (const request of requests) {
    // What the engine sent; the client's types name fewer fields than the API takes.
    const body = { ...request, stream: true } as unknown as Anthropic.MessageCreateParamsStreaming
    for await (const _ of await client.messages.create(body));
  }
}

async function compact(engine: QueryEngine): Promise<void> {
  const compaction = engine.compact()
  for (let step = await compaction.next(); ; step = await compaction.next()) {
    if (!step.done) continue
    if (!step.value) throw new Error('the conversation could not be compacted')
    return
  }
}

async function time(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function readMemory(): Promise<SessionReport['memory'][number]> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await setTimeout(50)
  }
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heap: heapUsed }
}
