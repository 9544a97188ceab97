import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '@antiphon/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { McpServers } from './mcp-servers.ts'
import { createFakeHost, type FakeHost, type ServerInHost } from './testing/create-fake-host.ts'
import { createRichServer } from './testing/create-rich-server.mjs'
import { createMcpHarness, findTool, type McpHarness } from './testing/mcp-harness.ts'

const RECORDINGS = join(import.meta.dirname, '..', '..', '..', 'core', 'fixtures', 'control-protocol')

let mcp: McpHarness
let host: FakeHost
beforeEach(async () => {
  mcp = await createMcpHarness()
  host = await createFakeHost({ calc: createRichServer({ hasResources: false }) as ServerInHost })
})
afterEach(() => mcp.close())

async function connect(options: Parameters<McpHarness['connect']>[1] = {}): Promise<McpServers> {
  const servers = await mcp.connect({}, { sendToHost: (...message) => host.send(...message), ...options })
  host.receive = servers.receive
  return servers
}

const methods = (): readonly unknown[] => host.heard.map(({ method, id }) => method ?? `answer ${id}`)

async function until(isDone: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 400 && !isDone(); attempt++)
    await new Promise(resolve => setTimeout(resolve, 25))
  expect(isDone()).toBe(true)
}

describe('a server in the host program', () => {
  it('is asked for nothing that its manifest tells', async () => {
    const servers = await connect()
    const added = await servers.addHostServers(['calc'], { calc: await host.manifest('calc') })
    expect(added.parked).toEqual({ calc: 'parked' })
    await added.ready
    const { outcome } = await mcp.run(findTool(servers, 'mcp__calc__add'), { a: 2, b: 3 })
    expect(outcome).toMatchObject({ content: [{ type: 'text', text: '5' }] })
    expect(host.heard).toEqual([
      {
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: {
          name: 'add',
          arguments: { a: 2, b: 3 },
          _meta: { 'claudecode/toolUseId': 'toolu_test', progressToken: 2 },
        },
      },
    ])
    expect(mcp.problems).toEqual([])
  })

  it('hears what the recorded program said', async () => {
    const read = (file: string): readonly JsonObject[] =>
      readFileSync(join(RECORDINGS, file), 'utf8')
        .trim()
        .split('\n')
        .flatMap(line => {
          const { request } = JSON.parse(line) as { readonly request?: JsonObject }
          return isObject(request) ? [request as JsonObject] : []
        })
    const initialize = read('sdk-to-cli.jsonl').find(({ subtype }) => subtype === 'initialize')
    const recorded = read('cli-to-sdk.jsonl').filter(({ subtype }) => subtype === 'mcp_message')
    const answer = { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: '5' }] } }
    const asked: JsonObject[] = []
    const servers = await connect({
      sendToHost: async (server_name, message) => {
        asked.push({ subtype: 'mcp_message', server_name, message })
        return answer
      },
    })
    const added = await servers.addHostServers(['calc'], initialize?.sdkMcpServerManifests)
    await added.ready
    const add = findTool(servers, 'mcp__calc__add')
    const call = await add.prepare({ a: 2, b: 3 }, { ...mcp.context, toolUseId: 'toolu_m1' })
    for await (const _ of 'run' in call ? call.run() : []);
    expect(asked).toEqual(recorded)
    expect(servers.status()).toMatchObject([
      { name: 'calc', status: 'connected', source: 'sdk', serverInfo: { name: 'calc' } },
    ])
  })

  it('is asked itself where there is no manifest, or none that can be used', async () => {
    const servers = await connect()
    const { initializeResult, toolsListResult } = await host.manifest('calc')
    const old = { ...(initializeResult as JsonObject), protocolVersion: '2024-11-05' }
    const { parked, ready } = await servers.addHostServers(['calc', 'plain', 'broken'], {
      calc: { initializeResult: old, toolsListResult },
      broken: { initializeResult: 7 },
      stranger: { initializeResult },
    })
    expect(parked).toEqual({ calc: 'protocol_version_mismatch', broken: 'malformed' })
    await ready
    expect(methods().filter(method => method !== 'initialize')).toEqual([
      'notifications/initialized',
      'tools/list',
    ])
    expect(servers.status()).toMatchObject([
      {
        name: 'calc',
        status: 'connected',
        tools: expect.arrayContaining([{ name: 'add', annotations: { readOnly: true } }]),
      },
      { name: 'plain', status: 'failed', error: 'SDK MCP server not found: plain' },
      { name: 'broken', status: 'failed' },
    ])
  })

  it('is not connected twice when the host introduces itself again', async () => {
    const servers = await connect()
    const manifests = { calc: await host.manifest('calc') }
    await (await servers.addHostServers(['calc'], manifests)).ready
    const again = await servers.addHostServers(['calc'], manifests)
    await again.ready
    expect(again.parked).toEqual({ calc: 'already_connected' })
    expect(host.heard).toEqual([])
  })

  it('may be named by --mcp-config', async () => {
    const servers = await mcp.connect(
      { calc: { type: 'sdk', name: 'calc' } },
      { sendToHost: host.send, waitMs: 0 },
    )
    expect((await mcp.run(findTool(servers, 'mcp__calc__add'), { a: 1, b: 1 })).text).toBe('2')
  })

  it('fails where there is no host', async () => {
    const { servers } = await mcp.connect({ calc: { type: 'sdk', name: 'calc' } })
    expect(servers).toMatchObject([{ status: 'failed' }])
    expect(mcp.problems[0]?.what).toContain('host program')
  })

  it('says when its tools change, however often', async () => {
    const servers = await connect()
    await (await servers.addHostServers(['calc'], { calc: await host.manifest('calc') })).ready
    let changes = 0
    const stop = servers.onChange(() => changes++)
    await Promise.all(
      ['one', 'two', 'three'].map(name => mcp.run(findTool(servers, 'mcp__calc__grow'), { name })),
    )
    await mcp.run(findTool(servers, 'mcp__calc__shrink'), {})
    const names = (): readonly string[] => servers.tools.map(({ name }) => name)
    await until(() => names().includes('mcp__calc__three') && !names().includes('mcp__calc__gone_soon'))
    expect((await mcp.run(findTool(servers, 'mcp__calc__two'), {})).text).toBe('two is new')
    expect(methods().filter(method => method === 'tools/list').length).toBeLessThan(4)
    expect(changes).toBeGreaterThan(0)
    stop()
  })

  it('shows progress, and asks the person through whoever can be asked', async () => {
    const asked: unknown[] = []
    const servers = await connect({
      onElicitation: async request => {
        asked.push(request)
        return { action: 'accept', content: { colour: 'blue' } }
      },
    })
    await (await servers.addHostServers(['calc'])).ready
    const { progress, text } = await mcp.run(findTool(servers, 'mcp__calc__step'), {})
    expect(progress).toMatchObject([
      { status: 'started' },
      { status: 'progress', progress: 1, total: 2 },
      { status: 'completed' },
    ])
    expect(JSON.parse(text)).toMatchObject({ 'claudecode/toolUseId': 'toolu_test' })
    expect((await mcp.run(findTool(servers, 'mcp__calc__ask'), {})).text).toBe(
      '{"action":"accept","content":{"colour":"blue"}}',
    )
    expect(asked).toMatchObject([{ serverName: 'calc', message: 'Which colour?', mode: 'form' }])
  })

  it('is told when the person interrupts, and the request is taken back', async () => {
    const servers = await connect()
    await (await servers.addHostServers(['calc'], { calc: await host.manifest('calc') })).ready
    const running = mcp.run(findTool(servers, 'mcp__calc__wait'), {})
    await until(() => host.heard.length === 1)
    mcp.abort()
    expect((await running).outcome).toMatchObject({ isError: true, content: 'The call was interrupted.' })
    expect(methods()).toEqual(['tools/call', 'notifications/cancelled'])
    expect(host.takenBack).toEqual([2])
    expect(mcp.problems).toEqual([])
  })

  it('costs a call and no session when the host fails', async () => {
    const servers = await connect()
    await (await servers.addHostServers(['calc'], { calc: await host.manifest('calc') })).ready
    const add = findTool(servers, 'mcp__calc__add')
    const real = host.send
    const answers: ReadonlyArray<() => Promise<JsonObject | null>> = [
      () => Promise.reject(new Error('the pipe is closed')),
      async () => null,
      async () => ({ jsonrpc: '2.0', id: 9 }),
      async () => ({ jsonrpc: '2.0', id: 9, error: { code: -32603, message: 'a bug' } }),
    ]
    for (const answer of answers) {
      Object.assign(host, { send: answer })
      expect((await mcp.run(add, { a: 1, b: 1 })).outcome.isError).toBe(true)
    }
    Object.assign(host, { send: real })
    expect((await mcp.run(add, { a: 1, b: 1 })).text).toBe('2')
    expect(servers.receive('calc', { nonsense: true })).toBe(true)
    expect(servers.receive('nobody', { jsonrpc: '2.0', method: 'x' })).toBe(false)
    expect(mcp.problems).toMatchObject([{ server: 'calc' }])
  })
})
