import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type McpServers, planServers } from './mcp-servers.ts'
import {
  createMcpHarness,
  findTool,
  isGone,
  isRunning,
  type McpHarness,
  stdio,
} from './testing/mcp-harness.ts'

let mcp: McpHarness
beforeEach(async () => {
  mcp = await createMcpHarness()
})
afterEach(() => mcp.close())

const statuses = (servers: McpServers): readonly unknown[] =>
  servers.status().map(({ name, status, scope }) => [name, status, scope])

const pidOf = async (servers: McpServers, server: string): Promise<number> =>
  Number((await mcp.run(findTool(servers, `mcp__${server}__pid`), {})).text)

describe('planServers', () => {
  const here = { type: 'http', url: 'http://here', headers: {} } as const
  const there = { type: 'http', url: 'http://there', headers: {} } as const

  it('takes away only what was set, replaces what changed, and keeps what is the same', () => {
    const present = [
      { name: 'file', config: here, isReplaceable: false },
      { name: 'same', config: here, isReplaceable: true },
      { name: 'moved', config: here, isReplaceable: true },
      { name: 'gone', config: here, isReplaceable: true },
    ]
    expect(planServers(present, { same: { ...here }, moved: there, fresh: there })).toEqual({
      removed: ['gone', 'moved'],
      added: ['moved', 'fresh'],
      kept: ['same'],
    })
    expect(planServers(present, { file: there }).removed).toEqual(['same', 'moved', 'gone', 'file'])
  })
})

describe('servers that change while a session runs', () => {
  it('are added, kept and removed as they are set', async () => {
    const servers = await mcp.connect({ fixed: stdio('good') }, { scopes: { fixed: 'project' } })
    const gone = { type: 'stdio', command: '/no/such/program', args: [], env: {} } as const
    const first = await servers.setServers({ one: stdio('good'), two: stdio('rich'), bad: gone })
    expect(first).toEqual({
      added: ['one', 'two', 'bad'],
      removed: [],
      errors: { bad: expect.stringContaining('ENOENT') },
    })
    expect(statuses(servers)).toEqual([
      ['fixed', 'connected', 'project'],
      ['one', 'connected', 'dynamic'],
      ['two', 'connected', 'dynamic'],
      ['bad', 'failed', 'dynamic'],
    ])
    const [fixed, one] = [await pidOf(servers, 'fixed'), await pidOf(servers, 'one')]
    const second = await servers.setServers({ one: stdio('good') })
    expect(second).toEqual({ added: [], removed: ['two', 'bad'], errors: {} })
    expect(await pidOf(servers, 'one')).toBe(one)
    expect(servers.tools.some(({ name }) => name.startsWith('mcp__two__'))).toBe(false)
    const third = await servers.setServers({})
    expect(third).toEqual({ added: [], removed: ['one'], errors: {} })
    expect(await isGone(one)).toBe(true)
    expect(isRunning(fixed)).toBe(true)
  })

  it('tell how it stands with them, without their secrets', async () => {
    const config = { ...stdio('good'), env: { TOKEN: 'secret' } } as ReturnType<typeof stdio>
    const servers = await mcp.connect({ s: config })
    const [status] = servers.status()
    expect(status).toMatchObject({
      name: 's',
      status: 'connected',
      serverInfo: { name: 'test', version: '1' },
      config: { type: 'stdio', command: process.execPath },
      scope: 'dynamic',
      source: 'dynamic',
    })
    expect(status?.tools).toContainEqual({
      name: 'echo',
      description: 'Says it back.',
      annotations: { readOnly: true },
    })
    expect(JSON.stringify(status)).not.toContain('secret')
    await mcp.run(findTool(servers, 'mcp__s__crash'), {})
    expect(servers.status()).toMatchObject([
      { status: 'failed', error: expect.stringContaining('has ended') },
    ])
    await servers.reconnect('s')
    expect(servers.status()).toMatchObject([{ status: 'connected' }])
  })

  it('can be switched off and on, and connected anew', async () => {
    const servers = await mcp.connect({ s: stdio('good') })
    const first = await pidOf(servers, 's')
    const echo = findTool(servers, 'mcp__s__echo')
    await servers.toggle('s', false)
    expect(await isGone(first)).toBe(true)
    expect(statuses(servers)).toEqual([['s', 'disabled', 'dynamic']])
    expect(servers.tools).toEqual([])
    expect((await mcp.run(echo, { text: 'x' })).text).toContain('not connected (disabled)')
    await expect(servers.reconnect('s')).rejects.toThrow('enable it first')
    await servers.toggle('s', true)
    const second = await pidOf(servers, 's')
    await servers.toggle('s', true)
    expect(await pidOf(servers, 's')).toBe(second)
    const reconnecting = servers.reconnect('s')
    // A turn that runs meanwhile has its tools, and its calls wait.
    await Promise.resolve()
    expect((await mcp.run(echo, { text: 'still there' })).text).toBe('still there')
    await reconnecting
    expect(await pidOf(servers, 's')).not.toBe(second)
    await expect(servers.toggle('nobody', true)).rejects.toThrow('no MCP server nobody')
  })

  it('say by themselves that their tools changed', async () => {
    const servers = await mcp.connect({ s: stdio('rich') })
    const changed = new Promise<void>(resolve => {
      servers.onChange(() => {
        if (servers.tools.some(({ name }) => name === 'mcp__s__later')) resolve()
      })
    })
    await mcp.run(findTool(servers, 'mcp__s__grow'), { name: 'later' })
    await changed
    expect((await mcp.run(findTool(servers, 'mcp__s__later'), {})).text).toBe('later is new')
  })

  it('do not hold up a session when they are slow, and come later', async () => {
    const servers = await mcp.connect({ slow: stdio('late'), never: stdio('hang') }, { waitMs: 0 })
    expect(statuses(servers)).toEqual([
      ['slow', 'pending', 'dynamic'],
      ['never', 'pending', 'dynamic'],
    ])
    expect(servers.tools).toEqual([])
    await servers.toggle('never', false)
    await servers.settled()
    expect(statuses(servers)).toEqual([
      ['slow', 'connected', 'dynamic'],
      ['never', 'disabled', 'dynamic'],
    ])
    expect((await mcp.run(findTool(servers, 'mcp__slow__echo'), { text: 'late' })).text).toBe('late')
  })

  it('are ended also when the session ends while they start', async () => {
    const servers = await mcp.connect({ never: stdio('hang') }, { waitMs: 0 })
    await servers.close()
    expect(statuses(servers)).toEqual([['never', 'disabled', 'dynamic']])
    expect(mcp.problems).toEqual([])
  })

  it('say that they want to know who asks', async () => {
    const locked = createServer((_, response) => response.writeHead(401).end())
    await new Promise<void>(resolve => locked.listen(0, '127.0.0.1', resolve))
    mcp.closeLater({ close: () => new Promise(resolve => locked.close(resolve)) })
    const url = `http://127.0.0.1:${(locked.address() as AddressInfo).port}`
    const servers = await mcp.connect({
      web: { type: 'http', url, headers: {} },
      old: { type: 'sse', url, headers: {} },
    })
    expect(statuses(servers)).toEqual([
      ['web', 'needs-auth', 'dynamic'],
      ['old', 'needs-auth', 'dynamic'],
    ])
    expect(mcp.problems[0]?.whatToDo).toContain('header')
  })
})

describe('what servers offer besides tools for models', () => {
  it('is called without a model', async () => {
    const servers = await mcp.connect({ s: stdio('rich') })
    expect(await servers.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({
      content: [{ type: 'text', text: '3' }],
    })
    await expect(servers.call('mcp__s__nothing', {})).rejects.toThrow('no MCP tool')
    expect(await servers.readResource('s', 'ui://page')).toMatchObject({
      contents: [{ uri: 'ui://page', text: '<p>hi</p>' }],
    })
    await expect(servers.readResource('s', 'ui://none')).rejects.toThrow()
  })

  it('is listed and read by tools, which are there only for servers that have resources', async () => {
    const servers = await mcp.connect({ s: stdio('rich'), t: stdio('good') })
    const list = findTool(servers, 'ListMcpResourcesTool')
    expect(await mcp.prepare(list, {})).toMatchObject({ isReadOnly: true, isConcurrencySafe: true })
    const { text, outcome } = await mcp.run(list, {})
    expect(JSON.parse(text)).toContainEqual({
      name: 'notes',
      uri: 'mem://notes',
      mimeType: 'text/plain',
      server: 's',
    })
    expect(outcome.data).toHaveLength(3)
    expect((await mcp.run(list, { server: 't' })).text).toContain('no server t with resources')
    const read = findTool(servers, 'ReadMcpResourceTool')
    expect((await mcp.run(read, { server: 's', uri: 'mem://notes' })).outcome).toEqual({
      content: [{ type: 'text', text: '[Resource mem://notes]\nbuy milk' }],
      data: { contents: [{ uri: 'mem://notes', text: 'buy milk' }] },
    })
    expect((await mcp.run(read, { server: 's', uri: 'mem://zip' })).text).toContain('cannot be shown')
    expect((await mcp.run(read, { server: 's', uri: 'mem://none' })).outcome.isError).toBe(true)
    await servers.toggle('s', false)
    expect(servers.tools.every(({ name }) => name.startsWith('mcp__t__'))).toBe(true)
  })

  it('is declined where a server asks and nobody can answer', async () => {
    const servers = await mcp.connect({ s: stdio('rich') })
    expect((await mcp.run(findTool(servers, 'mcp__s__ask'), {})).text).toBe('{"action":"decline"}')
  })
})
