import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkApiContract, type JsonObject } from '@antiphon/contract'
import { normalizeAttachmentForAPI } from '@antiphon/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToolHarness } from '../testing/tool-harness.ts'
import { createMcpInstructions } from './mcp-instructions.ts'
import { PIXEL } from './testing/create-test-server.mjs'
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

describe('connectMcpServers over standard input and output', () => {
  it('gives the tools of all servers, in order of their names, as the API takes them', async () => {
    const servers = await mcp.connect({ two: stdio('good'), 'one server': stdio('good') })
    expect(servers.servers).toEqual([
      { name: 'two', status: 'connected', instructions: 'Use echo for echoes.' },
      { name: 'one server', status: 'connected', instructions: 'Use echo for echoes.' },
    ])
    const names = servers.tools.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(names).toContain('mcp__one_server__odd_name_here')
    expect(names).toHaveLength(26)
    expect(mcp.problems).toHaveLength(2)
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
    const servers = await mcp.connect({ s: stdio('good') })
    const echo = findTool(servers, 'mcp__s__echo')
    expect(await mcp.prepare(echo, { text: 'hi' })).toMatchObject({
      access: { kind: 'tool' },
      isReadOnly: true,
      isConcurrencySafe: true,
      title: 's: Echo it',
    })
    const { outcome, progress } = await mcp.run(echo, { text: 'hi' })
    expect(outcome).toEqual({ content: [{ type: 'text', text: 'hi' }], data: [{ type: 'text', text: 'hi' }] })
    expect(progress).toMatchObject([
      { type: 'mcp_progress', status: 'started', serverName: 's', toolName: 'echo' },
      { type: 'mcp_progress', status: 'completed', elapsedTimeMs: 0 },
    ])
    expect((await mcp.prepare(findTool(servers, 'mcp__s__fail'), {})).isReadOnly).toBe(false)
  })

  it('gives a server the names that it knows', async () => {
    const odd = findTool(await mcp.connect({ s: stdio('good') }), 'mcp__s__odd_name_here')
    const [name] = Object.keys(odd.inputSchema.properties as JsonObject)
    expect(name).toMatch(/^a_b_/)
    expect((await mcp.run(odd, { [name!]: 1 })).text).toBe('{"a b":1}')
  })

  it('keeps what a model can see, and tells the rest', async () => {
    const servers = await mcp.connect({ s: stdio('good') })
    const media = await mcp.run(findTool(servers, 'mcp__s__media'), {})
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
    expect((await mcp.run(findTool(servers, 'mcp__s__structured'), {})).outcome).toEqual({
      content: [{ type: 'text', text: '{ "sum": 3 }' }],
      data: { content: [{ type: 'text', text: '{ "sum": 3 }' }], structuredContent: { sum: 3 } },
      mcpMeta: { _meta: { took: 1 }, structuredContent: { sum: 3 } },
    })
    const huge = await mcp.run(findTool(servers, 'mcp__s__huge'), {})
    expect(huge.text.length).toBeLessThan(210_000)
    expect(huge.text.slice(-40)).toContain('[at least 1.8 MB more are not shown]')
    expect((await mcp.run(findTool(servers, 'mcp__s__nothing'), {})).text).toBe('The tool gave nothing back.')
  })

  it('keeps errors of the tool and of the server apart from results', async () => {
    const servers = await mcp.connect({ s: stdio('good') })
    expect((await mcp.run(findTool(servers, 'mcp__s__fail'), {})).outcome).toMatchObject({
      isError: true,
      content: [{ text: 'no such issue' }],
    })
    const thrown = await mcp.run(findTool(servers, 'mcp__s__throw'), {})
    expect(thrown.outcome.isError).toBe(true)
    expect(thrown.text).toContain('a bug in the tool')
    expect(thrown.progress.at(-1)).toMatchObject({ status: 'failed' })
  })

  it('shows progress while a tool runs', async () => {
    const { progress, text } = await mcp.run(
      findTool(await mcp.connect({ s: stdio('good') }), 'mcp__s__slow'),
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
    const { text } = await mcp.run(findTool(await mcp.connect({ s: stdio('good') }), 'mcp__s__roots'), {})
    expect(JSON.parse(text)).toEqual({
      roots: [{ uri: pathToFileURL(mcp.folder).href, name: basename(mcp.folder) }],
    })
  })

  it('gives up a call when the person interrupts, and the server lives on', async () => {
    const servers = await mcp.connect({ s: stdio('good') })
    const running = mcp.run(findTool(servers, 'mcp__s__hang'), {})
    setTimeout(() => mcp.abort(), 50)
    expect((await running).outcome).toMatchObject({ isError: true, content: 'The call was interrupted.' })
    const other = await createToolHarness()
    mcp.closeLater(other)
    expect((await other.run(findTool(servers, 'mcp__s__echo'), { text: 'still here' })).text).toBe(
      'still here',
    )
  })

  it('gives up a call that shows no sign of life', async () => {
    const servers = await mcp.connect({ s: stdio('good') }, { callTimeoutMs: 100 })
    const { outcome, text } = await mcp.run(findTool(servers, 'mcp__s__hang'), {})
    expect(outcome.isError).toBe(true)
    expect(text).toContain('timed out')
  })

  it('starts a server again that died, and does not make the call again that killed it', async () => {
    const servers = await mcp.connect({ s: stdio('good') })
    const pid = async () => (await mcp.run(findTool(servers, 'mcp__s__pid'), {})).text
    const first = await pid()
    const crash = await mcp.run(findTool(servers, 'mcp__s__crash'), {})
    expect(crash.outcome.isError).toBe(true)
    expect(crash.text).toContain('Connection closed')
    const [second, third] = await Promise.all([pid(), pid()])
    expect(second).not.toBe(first)
    expect(third).toBe(second)
    await servers.close()
    expect(await isGone(Number(second))).toBe(true)
  })

  it('reports servers that fail, and uses the others', async () => {
    const { servers, tools } = await mcp.connect({
      crash: stdio('crash'),
      gone: { type: 'stdio', command: join(mcp.folder, 'no-such-program'), args: [], env: {} },
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
    const said = (name: string) => mcp.problems.find(({ server }) => server === name)?.what
    expect(said('crash')).toContain('no licence found')
    expect(said('gone')).toContain('ENOENT')
    expect(said('garbage')).toContain('JSON')
    expect(said('nobody')).toBeDefined()
  })

  it('gives up a server that does not answer', async () => {
    const { servers } = await mcp.connect({ hang: stdio('hang') }, { connectTimeoutMs: 500 })
    expect(servers).toMatchObject([{ status: 'failed' }])
    expect(mcp.problems).toMatchObject([
      { server: 'hang', what: expect.stringMatching(/timed out|no answer/) },
    ])
  })

  it('gives up a server that prints without end', async () => {
    const { servers } = await mcp.connect({ flood: stdio('flood') }, { connectTimeoutMs: 60_000 })
    expect(servers).toMatchObject([{ status: 'failed' }])
  })

  it('gives up when the session is ended meanwhile', async () => {
    const controller = new AbortController()
    const connecting = mcp.connect({ hang: stdio('hang') }, { signal: controller.signal })
    setTimeout(() => controller.abort(), 100)
    expect((await connecting).servers).toMatchObject([{ status: 'failed' }])
  })

  it('ends whatever a server started, even one that does not want to end', async () => {
    const file = join(mcp.folder, 'pids')
    const servers = await mcp.connect({ s: stdio('stubborn', file) })
    const pids = (await readFile(file, 'utf8')).split(' ').map(Number)
    expect(pids.every(isRunning)).toBe(true)
    await servers.close()
    expect(await Promise.all(pids.map(isGone))).toEqual([true, true])
    expect((await mcp.run(findTool(servers, 'mcp__s__echo'), { text: 'x' })).outcome.isError).toBe(true)
  })
})
