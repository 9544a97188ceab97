import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isObject, type JsonObject } from '@antiphon/contract'
import { readSettings } from '@antiphon/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenServers, openServers } from '../../agent/open-servers.ts'
import type { HeadlessSession } from '../headless-session.ts'
import { createHost, type Host } from '../host.ts'
import { createServerHost } from './create-server-host.ts'
import { mcpControls } from './mcp-controls.ts'

/** A server in a few lines, as text: it runs here, and as a program of its own. */
const SERVER = `(message) => {
  const results = {
    initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {}, resources: {} }, serverInfo: { name: 'tiny', version: '1' } },
    'tools/list': { tools: [{ name: 'hello', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'hello ' + JSON.stringify(message.params?.arguments) }] },
    'resources/read': { contents: [{ uri: message.params?.uri, text: '<p>' }] },
  }
  return message.id === undefined ? null : { jsonrpc: '2.0', id: message.id, result: results[message.method] ?? {} }
}`
const PROGRAM = `const answer = ${SERVER}
require('readline').createInterface({ input: process.stdin }).on('line', line => {
  const reply = answer(JSON.parse(line))
  if (reply) console.log(JSON.stringify(reply))
})`
// Written above, and trusted.
const answerHere = new Function(`return ${SERVER}`)() as (message: JsonObject) => JsonObject | null

let folder: string
let program: JsonObject
let host: Host
let asked: JsonObject[]
let opened: OpenServers | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-mcp-'))
  await writeFile(join(folder, 'server.cjs'), PROGRAM)
  program = { command: process.execPath, args: [join(folder, 'server.cjs')] }
  asked = []
  host = createHost(async event => {
    if (event.type !== 'control_request') return
    const request = event.request as unknown as JsonObject
    asked.push(request)
    queueMicrotask(() => host.settle(event.request_id, { status: 'answered', response: reply(request) }))
  })
})
afterEach(async () => {
  await opened?.servers.close()
  opened = undefined
  await rm(folder, { recursive: true, force: true })
})

function reply(request: JsonObject): JsonObject {
  if (request.subtype === 'elicitation') return { action: 'accept', content: { colour: 'blue' } }
  const { message } = request
  return { mcp_response: (isObject(message) ? answerHere(message as JsonObject) : null) ?? { result: {} } }
}

async function open(initialize: JsonObject, configs: readonly JsonObject[] = []): Promise<HeadlessSession> {
  const { settings } = await readSettings({ cwd: folder, home: folder, env: {}, isTrusted: false })
  opened = await openServers({
    cwd: folder,
    env: process.env,
    settings,
    flags: { mcpConfig: configs.map(config => JSON.stringify(config)) },
    signal: new AbortController().signal,
    serverHost: createServerHost(host, { subtype: 'initialize', ...initialize }),
  })
  // The controls look at nothing else of a session.
  return { agent: { env: {}, servers: opened } } as unknown as HeadlessSession
}

function ask(session: HeadlessSession, subtype: string, fields: JsonObject = {}): Promise<JsonObject> {
  const control = mcpControls[subtype]
  if (!control) throw new Error(`no ${subtype}`)
  return (async () => control(session, { subtype, ...fields }, new AbortController().signal))()
}

describe('the MCP questions of a host', () => {
  it('tell of its own servers and of programs, before the first turn', async () => {
    const session = await open({ sdkMcpServers: ['mine'], sdkMcpServerManifests: { mine: 7 } }, [
      { mcpServers: { tiny: program, other: { type: 'sdk', name: 'other' } } },
    ])
    expect(opened?.servers.tools.map(({ name }) => name).filter(name => name.startsWith('mcp__'))).toEqual([
      'mcp__mine__hello',
      'mcp__other__hello',
      'mcp__tiny__hello',
    ])
    expect(opened?.parked).toEqual({ mine: 'malformed' })
    expect(await ask(session, 'mcp_status')).toMatchObject({
      mcpServers: [
        { name: 'tiny', status: 'connected', source: 'dynamic', tools: [{ name: 'hello' }] },
        { name: 'other', status: 'connected', source: 'sdk' },
        { name: 'mine', status: 'connected', source: 'sdk', serverInfo: { name: 'tiny' } },
      ],
    })
    expect(asked.filter(({ server_name }) => server_name === 'mine')).toMatchObject([
      { subtype: 'mcp_message', message: { method: 'initialize' } },
      { message: { method: 'notifications/initialized' } },
      { message: { method: 'tools/list' } },
    ])
  })

  it('change them', async () => {
    const session = await open({ sdkMcpServers: ['mine'] })
    const servers = {
      tiny: program,
      next: { type: 'sdk', name: 'next' },
      odd: { type: 'pigeon', url: 'https://x.org' },
    }
    expect(await ask(session, 'mcp_set_servers', { servers })).toEqual({
      added: ['tiny', 'next'],
      removed: ['mine'],
      errors: { odd: expect.stringContaining('pigeon') },
    })
    await ask(session, 'mcp_toggle', { serverName: 'tiny', enabled: false })
    await expect(ask(session, 'mcp_reconnect', { serverName: 'tiny' })).rejects.toThrow('disabled')
    await ask(session, 'mcp_toggle', { serverName: 'tiny', enabled: true })
    await ask(session, 'mcp_reconnect', { serverName: 'tiny' })
    await expect(ask(session, 'mcp_toggle', { serverName: 'tiny' })).rejects.toThrow('enabled')
    await expect(ask(session, 'mcp_reconnect', { serverName: 'nobody' })).rejects.toThrow('nobody')
    await expect(ask(session, 'mcp_set_servers', {})).rejects.toThrow('servers')
  })

  it('use them without a model', async () => {
    const session = await open({}, [{ mcpServers: { tiny: program } }])
    const call = { tool: 'mcp__tiny__hello', arguments: { a: 1 } }
    const content = [{ type: 'text', text: 'hello {"a":1}' }]
    expect(await ask(session, 'mcp_call', call)).toEqual({ content, isError: false })
    expect(await ask(session, 'mcp_call', { ...call, result_not_for_model: true })).toEqual({ content })
    await expect(ask(session, 'mcp_call', { ...call, check_permissions: true })).rejects.toThrow('check_perm')
    const resource = { serverName: 'tiny', uri: 'ui://page' }
    expect(await ask(session, 'mcp_read_resource', resource)).toEqual({
      contents: [{ uri: 'ui://page', text: '<p>' }],
    })
    await expect(ask(session, 'mcp_read_resource', { ...resource, uri: 'file:///x' })).rejects.toThrow(
      'ui://',
    )
  })

  it('hand on what a server of the host says, and its questions come back to the host', async () => {
    const session = await open({ sdkMcpServers: ['mine'] })
    const message = {
      jsonrpc: '2.0',
      id: 'q1',
      method: 'elicitation/create',
      params: { message: 'Which colour?', requestedSchema: { type: 'object', properties: {} } },
    }
    expect(await ask(session, 'mcp_message', { server_name: 'mine', message })).toEqual({})
    for (let attempt = 0; attempt < 200 && asked.length < 5; attempt++)
      await new Promise(resolve => setTimeout(resolve, 10))
    expect(asked.slice(3)).toMatchObject([
      { subtype: 'elicitation', mcp_server_name: 'mine', message: 'Which colour?', mode: 'form' },
      {
        subtype: 'mcp_message',
        message: { id: 'q1', result: { action: 'accept', content: { colour: 'blue' } } },
      },
    ])
    await expect(ask(session, 'mcp_message', { server_name: 'nobody', message })).rejects.toThrow('nobody')
    await expect(ask(session, 'mcp_message', { server_name: 'mine' })).rejects.toThrow('message')
  })

  it('cost a call and nothing else when the host has gone', async () => {
    const session = await open({ sdkMcpServers: ['mine'] })
    host.leave()
    await expect(ask(session, 'mcp_call', { tool: 'mcp__mine__hello' })).rejects.toThrow('gone')
  })
})
