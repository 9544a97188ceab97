import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { checkApiContract, type JsonObject, normalizeAttachmentForAPI } from '@antiphon/core'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToolHarness, type ToolHarness } from '../testing/tool-harness.ts'
import type { AgentTool } from '../tool/agent-tool.ts'
import { type ConnectMcpOptions, connectMcpServers, type McpServers } from './connect-mcp-servers.ts'
import type { McpProblem, McpServerConfig, McpServerConfigs } from './mcp-config.ts'
import { createMcpInstructions } from './mcp-instructions.ts'
// @ts-expect-error a plain module: the same server runs as a program of its own
import { createTestServer, PIXEL } from './testing/create-test-server.mjs'

const SCRIPT = fileURLToPath(new URL('./testing/stdio-server.mjs', import.meta.url))

let folder: string
let harness: ToolHarness
let problems: McpProblem[]
const open: { close(): unknown }[] = []

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'antiphon-mcp-')))
  harness = await createToolHarness()
  problems = []
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
  await harness.close()
  await rm(folder, { recursive: true, force: true })
})

function stdio(...args: readonly string[]): McpServerConfig {
  return { type: 'stdio', command: process.execPath, args: [SCRIPT, ...args], env: { MARK: 'yes' } }
}

async function connect(
  configs: McpServerConfigs,
  options: Partial<ConnectMcpOptions> = {},
): Promise<McpServers> {
  const servers = await connectMcpServers(configs, {
    cwd: folder,
    env: process.env,
    signal: new AbortController().signal,
    onProblem: problem => problems.push(problem),
    ...options,
  })
  open.push(servers)
  return servers
}

function find({ tools }: McpServers, name: string): AgentTool {
  const tool = tools.find(candidate => candidate.name === name)
  if (!tool) throw new Error(`there is no ${name} among ${tools.map(candidate => candidate.name).join(', ')}`)
  return tool
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function isGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200 && isRunning(pid); attempt++) {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    if (/\) Z /.test(state)) return true
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  return !isRunning(pid)
}

describe('connectMcpServers over standard input and output', () => {
  it('gives the tools of all servers, in order of their names, as the API takes them', async () => {
    const servers = await connect({ two: stdio('good'), 'one server': stdio('good') })
    expect(servers.servers).toEqual([
      { name: 'two', status: 'connected', instructions: 'Use echo for echoes.' },
      { name: 'one server', status: 'connected', instructions: 'Use echo for echoes.' },
    ])
    const names = servers.tools.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(names).toContain('mcp__one_server__odd_name_here')
    expect(names).toHaveLength(26)
    expect(problems).toHaveLength(2)
    const tools = servers.tools.map(tool => ({
      name: tool.name,
      description: tool.description,
      input_schema: tool.inputSchema,
    }))
    const request = {
      model: 'claude-opus-5-5',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'x' }],
      tools,
    }
    expect(checkApiContract(request as never)).toEqual([])
    const attachment = createMcpInstructions(servers.servers)
    expect(attachment?.addedNames).toEqual(['one server', 'two'])
    const message = { type: 'attachment', attachment: attachment!, uuid: 'u', timestamp: 't' } as const
    expect(JSON.stringify(normalizeAttachmentForAPI(message))).toContain('Use echo for echoes.')
  })

  it('calls a tool and tells what permission rules and people need', async () => {
    const servers = await connect({ s: stdio('good') })
    const echo = find(servers, 'mcp__s__echo')
    expect(await harness.prepare(echo, { text: 'hi' })).toMatchObject({
      access: { kind: 'tool' },
      isReadOnly: true,
      isConcurrencySafe: true,
      title: 's: Echo it',
    })
    const { outcome, progress } = await harness.run(echo, { text: 'hi' })
    expect(outcome).toEqual({ content: [{ type: 'text', text: 'hi' }], data: [{ type: 'text', text: 'hi' }] })
    expect(progress).toMatchObject([
      { type: 'mcp_progress', status: 'started', serverName: 's', toolName: 'echo' },
      { type: 'mcp_progress', status: 'completed', elapsedTimeMs: 0 },
    ])
    expect((await harness.prepare(find(servers, 'mcp__s__fail'), {})).isReadOnly).toBe(false)
  })

  it('gives a server the names that it knows', async () => {
    const odd = find(await connect({ s: stdio('good') }), 'mcp__s__odd_name_here')
    const [name] = Object.keys(odd.inputSchema.properties as JsonObject)
    expect(name).toMatch(/^a_b_/)
    expect((await harness.run(odd, { [name!]: 1 })).text).toBe('{"a b":1}')
  })

  it('keeps what a model can see, and tells the rest', async () => {
    const servers = await connect({ s: stdio('good') })
    const media = await harness.run(find(servers, 'mcp__s__media'), {})
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } }
    expect(media.outcome.content).toMatchObject([
      image,
      { text: expect.stringContaining('damaged') },
      { text: expect.stringContaining('audio/wav') },
      { text: '[Resource x://1]\nwords' },
      image,
      { text: expect.stringContaining('application/zip') },
      { text: '[Resource link x://4 (four): the fourth]' },
    ])
    expect((await harness.run(find(servers, 'mcp__s__structured'), {})).outcome).toEqual({
      content: [{ type: 'text', text: '{ "sum": 3 }' }],
      data: { content: [{ type: 'text', text: '{ "sum": 3 }' }], structuredContent: { sum: 3 } },
    })
    const huge = await harness.run(find(servers, 'mcp__s__huge'), {})
    expect(huge.text.length).toBeLessThan(210_000)
    expect(huge.text.slice(-40)).toContain('more are not shown')
    expect((await harness.run(find(servers, 'mcp__s__nothing'), {})).text).toBe('The tool gave nothing back.')
  })

  it('keeps errors of the tool and of the server apart from results', async () => {
    const servers = await connect({ s: stdio('good') })
    expect((await harness.run(find(servers, 'mcp__s__fail'), {})).outcome).toMatchObject({
      isError: true,
      content: [{ text: 'no such issue' }],
    })
    const thrown = await harness.run(find(servers, 'mcp__s__throw'), {})
    expect(thrown.outcome.isError).toBe(true)
    expect(thrown.text).toContain('a bug in the tool')
    expect(thrown.progress.at(-1)).toMatchObject({ status: 'failed' })
  })

  it('shows progress while a tool runs', async () => {
    const { progress, text } = await harness.run(
      find(await connect({ s: stdio('good') }), 'mcp__s__slow'),
      {},
    )
    expect(text).toBe('done')
    expect(progress.filter(({ status }) => status === 'progress').at(-1)).toMatchObject({
      progress: 3,
      total: 3,
      progressMessage: 'step 3',
    })
  })

  it('tells a server where it works', async () => {
    const { text } = await harness.run(find(await connect({ s: stdio('good') }), 'mcp__s__roots'), {})
    expect(JSON.parse(text)).toEqual({ roots: [{ uri: pathToFileURL(folder).href }] })
  })

  it('gives up a call when the person interrupts, and the server lives on', async () => {
    const servers = await connect({ s: stdio('good') })
    const running = harness.run(find(servers, 'mcp__s__hang'), {})
    setTimeout(() => harness.abort(), 50)
    expect((await running).outcome).toMatchObject({ isError: true, content: 'The call was interrupted.' })
    const other = await createToolHarness()
    open.push(other)
    expect((await other.run(find(servers, 'mcp__s__echo'), { text: 'still here' })).text).toBe('still here')
  })

  it('gives up a call that shows no sign of life', async () => {
    const servers = await connect({ s: stdio('good') }, { callTimeoutMs: 100 })
    const { outcome, text } = await harness.run(find(servers, 'mcp__s__hang'), {})
    expect(outcome.isError).toBe(true)
    expect(text).toContain('timed out')
  })

  it('starts a server again that died, and does not make the call again that killed it', async () => {
    const servers = await connect({ s: stdio('good') })
    const pid = async () => (await harness.run(find(servers, 'mcp__s__pid'), {})).text
    const first = await pid()
    const crash = await harness.run(find(servers, 'mcp__s__crash'), {})
    expect(crash.outcome.isError).toBe(true)
    expect(crash.text).toContain('Connection closed')
    const [second, third] = await Promise.all([pid(), pid()])
    expect(second).not.toBe(first)
    expect(third).toBe(second)
    await servers.close()
    expect(await isGone(Number(second))).toBe(true)
  })

  it('reports servers that fail, and uses the others', async () => {
    const { servers, tools } = await connect({
      crash: stdio('crash'),
      gone: { type: 'stdio', command: join(folder, 'no-such-program'), args: [], env: {} },
      garbage: stdio('garbage'),
      nobody: { type: 'http', url: 'http://127.0.0.1:1/mcp', headers: {} },
    })
    expect(servers.map(({ name, status }) => [name, status])).toEqual([
      ['crash', 'failed'],
      ['gone', 'failed'],
      ['garbage', 'connected'],
      ['nobody', 'failed'],
    ])
    expect(tools.every(({ name }) => name.startsWith('mcp__garbage__'))).toBe(true)
    const said = (name: string) => problems.find(({ server }) => server === name)?.what
    expect(said('crash')).toContain('no licence found')
    expect(said('gone')).toContain('ENOENT')
    expect(said('garbage')).toContain('JSON')
    expect(said('nobody')).toBeDefined()
  })

  it('gives up a server that does not answer', async () => {
    const { servers } = await connect({ hang: stdio('hang') }, { connectTimeoutMs: 500 })
    expect(servers).toMatchObject([{ status: 'failed' }])
    expect(problems).toMatchObject([{ server: 'hang', what: expect.stringMatching(/timed out|no answer/) }])
  })

  it('gives up a server that prints without end', async () => {
    const { servers } = await connect({ flood: stdio('flood') }, { connectTimeoutMs: 60_000 })
    expect(servers).toMatchObject([{ status: 'failed' }])
  })

  it('gives up when the session is ended meanwhile', async () => {
    const controller = new AbortController()
    const connecting = connect({ hang: stdio('hang') }, { signal: controller.signal })
    setTimeout(() => controller.abort(), 100)
    expect((await connecting).servers).toMatchObject([{ status: 'failed' }])
  })

  it('ends whatever a server started, even one that does not want to end', async () => {
    const file = join(folder, 'pids')
    const servers = await connect({ s: stdio('stubborn', file) })
    const pids = (await readFile(file, 'utf8')).split(' ').map(Number)
    expect(pids.every(isRunning)).toBe(true)
    await servers.close()
    expect(await Promise.all(pids.map(isGone))).toEqual([true, true])
    expect((await harness.run(find(servers, 'mcp__s__echo'), { text: 'x' })).outcome.isError).toBe(true)
  })
})

describe('connectMcpServers over HTTP', () => {
  async function listen(server: HttpServer): Promise<string> {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    open.push({
      close: () =>
        new Promise(resolve => {
          server.closeAllConnections()
          server.close(resolve)
        }),
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** A server that keeps sessions; `forget` is what a restart does to them. */
  async function startStreamable(seen: unknown[]) {
    const sessions = new Map<string, StreamableHTTPServerTransport>()
    const server = createServer(async (request, response) => {
      seen.push(request.headers.authorization)
      const id = request.headers['mcp-session-id']
      let transport = typeof id === 'string' ? sessions.get(id) : undefined
      if (typeof id === 'string' && !transport) {
        response
          .writeHead(404)
          .end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}')
        return
      }
      if (!transport) {
        const created = new StreamableHTTPServerTransport({
          sessionIdGenerator: randomUUID,
          onsessioninitialized: session => void sessions.set(session, created),
        })
        transport = created
        await createTestServer().connect(created)
      }
      await transport.handleRequest(request, response)
    })
    return { url: `${await listen(server)}/mcp`, forget: () => sessions.clear() }
  }

  it('calls a tool, with the headers of the configuration, and again when the server has forgotten the session', async () => {
    const seen: unknown[] = []
    const { url, forget } = await startStreamable(seen)
    const servers = await connect({ web: { type: 'http', url, headers: { authorization: 'Bearer x' } } })
    expect((await harness.run(find(servers, 'mcp__web__echo'), { text: 'far' })).text).toBe('far')
    expect(new Set(seen)).toEqual(new Set(['Bearer x']))
    forget()
    expect((await harness.run(find(servers, 'mcp__web__echo'), { text: 'again' })).text).toBe('again')
    const slow = await harness.run(find(servers, 'mcp__web__slow'), {})
    expect(slow.progress.filter(({ status }) => status === 'progress').length).toBeGreaterThan(0)
  })

  it('speaks to a server of the older kind', async () => {
    const transports = new Map<string, SSEServerTransport>()
    const server = createServer(async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost')
      if (request.method === 'GET') {
        const transport = new SSEServerTransport('/messages', response)
        transports.set(transport.sessionId, transport)
        await createTestServer().connect(transport)
      } else {
        await transports.get(url.searchParams.get('sessionId') ?? '')?.handlePostMessage(request, response)
      }
    })
    const url = `${await listen(server)}/sse`
    const servers = await connect({ old: { type: 'sse', url, headers: {} } })
    expect((await harness.run(find(servers, 'mcp__old__echo'), { text: 'old' })).text).toBe('old')
  })

  it('does not wait for ever for a server that accepts and says nothing', async () => {
    const url = await listen(createServer(() => {}))
    const { servers } = await connect(
      { silent: { type: 'http', url, headers: {} }, mute: { type: 'sse', url, headers: {} } },
      { connectTimeoutMs: 300 },
    )
    expect(servers).toMatchObject([{ status: 'failed' }, { status: 'failed' }])
    expect(problems).toHaveLength(2)
  })
})
