import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeLogId } from '@antiphon/server'
import { afterEach, describe, expect, it } from 'vitest'
import { createChatKits, isResult } from './chat-kit.ts'
import { letIn, startTestServer } from './server-kit.ts'

const kits = createChatKits()
afterEach(kits.close)

const POSTS = ['open', 'prompt', 'control', 'close']

describe('who may not', () => {
  it('starts nothing: a stranger, another site, a form, another method', async () => {
    const kit = await kits.start({ replies: [] })
    const { chat } = (await kit.open()).opened
    for (const path of POSTS) {
      const body = { chat, cwd: kit.folder }
      const ask = (headers: Record<string, string>, isStranger = false): Promise<number> =>
        kit.post(path, body, { headers, isStranger }).then(({ status }) => status)
      expect(await ask({}, true), path).toBe(401)
      expect(await ask({ authorization: 'Bearer wrong' }, true), path).toBe(401)
      expect(await ask({ origin: 'http://evil.test' }), path).toBe(403)
      expect(await ask({ 'sec-fetch-site': 'cross-site' }), path).toBe(403)
      expect(await ask({ host: 'evil.test' }), path).toBe(421)
      expect(await ask({ 'content-type': 'text/plain' }), path).toBeGreaterThanOrEqual(400)
      expect((await kit.server().ask(`/api/chat/${path}`)).status, path).toBe(405)
    }
    const reads = ['choices', 'running', 'offer?session=x', `state?chat=${chat}`]
    for (const path of [...reads, `events?chat=${chat}`, `context?chat=${chat}`]) {
      expect((await kit.server().ask(`/api/chat/${path}`, { isStranger: true })).status).toBe(401)
      const foreign = { headers: { origin: 'http://evil.test' } }
      expect((await kit.server().ask(`/api/chat/${path}`, foreign)).status).toBe(403)
    }
    expect((await kit.post('close', { chat })).status).toBe(204)
  })
})

describe('a reader', () => {
  it('is offered no agent, and starts no program to tell which there are', async () => {
    const kit = await kits.start({ replies: [] })
    const claude = join(kit.folder, 'claude')
    writeFileSync(claude, '#!/bin/sh\ntouch "$0.ran"\necho 2.0.0\n', { mode: 0o755 })
    const env = { ...kit.env, ANTIPHON_CLAUDE: claude }
    const configFolder = join(kit.folder, 'config')
    const headers = { authorization: `Bearer ${await letIn(configFolder, 'reader')}` }
    const server = await startTestServer({
      ...{ roots: [kit.root], configFolder },
      agents: { env, cwd: kit.folder },
    })
    const ask = async (path: string): Promise<unknown> =>
      JSON.parse((await server.ask(path, { isStranger: true, headers })).text)
    expect(await ask('/api/chat/offer?session=any')).toEqual({
      cwd: null,
      problem: 'read-only',
      mayBeHeld: false,
    })
    expect(await ask('/api/chat/agents')).toEqual([])
    expect(existsSync(`${claude}.ran`)).toBe(false)
    await server.close()
  })
})

describe('what cannot be', () => {
  it('is refused with words and changes nothing', async () => {
    const kit = await kits.start({ replies: ['Still here.'] })
    const page = await kit.open()
    const { chat } = page.opened
    const uuid = randomUUID()
    const prompt = { chat, uuid, text: 'x', contexts: [] }
    const request = (request: unknown): object => ({
      chat,
      frame: { type: 'control_request', request_id: '1', request },
    })
    const bad: readonly (readonly [number, string, unknown])[] = [
      [400, 'open', 'no json'],
      [400, 'open', '[]'],
      [400, 'open', { cwd: 7 }],
      [400, 'open', { cwd: 'x'.repeat(5000) }],
      [422, 'open', { cwd: 'relative' }],
      [422, 'open', { cwd: '../..' }],
      [422, 'open', { cwd: `${kit.folder}\0/x` }],
      [422, 'open', { cwd: join(kit.folder, 'nothing') }],
      [422, 'open', { cwd: kit.folder, permissionMode: 'bypassPermissions' }],
      [422, 'open', { cwd: kit.folder, permissionMode: 'constructor' }],
      [404, 'open', { session: '../../etc/passwd' }],
      [404, 'open', { session: '' }],
      [404, 'open', { session: Buffer.from('x/../../y').toString('base64url') }],
      [404, 'prompt', { ...prompt, chat: 'constructor' }],
      [400, 'prompt', { ...prompt, chat: 7 }],
      [400, 'prompt', { ...prompt, uuid: 'none' }],
      [400, 'prompt', { ...prompt, text: ['x'] }],
      [400, 'prompt', { ...prompt, contexts: [{ reference: { type: 'FileReference' }, content: null }] }],
      [400, 'prompt', { ...prompt, contexts: [{ reference: { type: '__proto__' }, content: null }] }],
      [400, 'prompt', { ...prompt, contexts: Array.from({ length: 101 }, () => ({})) }],
      [422, 'prompt', { ...prompt, text: '  ' }],
      [413, 'prompt', { ...prompt, text: 'x'.repeat(6_000_000) }],
      [413, 'prompt', { ...prompt, text: 'x'.repeat(30_000_000) }],
      [400, 'control', { chat }],
      [400, 'control', { chat, frame: 'x' }],
      [422, 'control', { chat, frame: {} }],
      [422, 'control', { chat, frame: { type: 'user', message: { content: 'x' } } }],
      [422, 'control', { chat, frame: { type: 'control_request', request: {} } }],
      [422, 'control', request({ subtype: 'mcp_set_servers', servers: { x: { command: 'touch' } } })],
      [422, 'control', request({ subtype: 'apply_flag_settings', settings: {} })],
      [422, 'control', request({ subtype: 'update_settings' })],
      [422, 'control', request({ subtype: 'read_file', path: '/etc/passwd' })],
      [422, 'control', request({ subtype: 'constructor' })],
      [422, 'control', request(null)],
      [
        409,
        'control',
        { chat, frame: { type: 'control_response', response: { request_id: 'x', subtype: 'success' } } },
      ],
      [404, 'control', { chat: '../x', frame: {} }],
      [404, 'close', {}],
    ]
    for (const [status, path, body] of bad) {
      const answer = await kit.post(path, body)
      expect([answer.status, JSON.stringify(body).slice(0, 100)]).toEqual([
        status,
        JSON.stringify(body).slice(0, 100),
      ])
      expect(JSON.parse(answer.text).error).toMatch(/\w+/)
      expect(answer.text).not.toMatch(/ {4}at |node_modules/)
    }
    for (const from of ['-1', 'x', '1e9', '99999999999999999999'])
      expect((await kit.server().ask(`/api/chat/events?chat=${chat}&from=${from}`)).status).toBe(400)
    expect((await kit.server().ask('/api/chat/events?chat=nobody')).status).toBe(404)
    await page.say('still there?')
    expect(await page.until(isResult)).toMatchObject({ result: 'Still here.' })
    expect(kit.simulator?.log.all()).toHaveLength(1)
  })

  it('is a log that leads out of the folder of sessions', async () => {
    const kit = await kits.start({ replies: [] })
    const outside = join(kit.folder, 'outside.jsonl')
    writeFileSync(outside, `${JSON.stringify({ type: 'user', cwd: kit.folder })}\n`)
    mkdirSync(join(kit.root, 'projects', 'p'), { recursive: true })
    symlinkSync(outside, join(kit.root, 'projects', 'p', 'linked.jsonl'))
    const session = encodeLogId({ root: kit.root, key: { project: 'p', session: 'linked' } })
    expect((await kit.post('open', { session })).status).toBe(404)
  })

  it('is a prompt that is said twice because its answer was lost', async () => {
    const kit = await kits.start({ replies: ['Once.', 'Twice.'] })
    const page = await kit.open()
    const uuid = randomUUID()
    for (const _ of [1, 2]) expect((await page.say('only once', [], uuid)).status).toBe(204)
    await page.until(isResult)
    await page.say('another')
    await page.until(isResult)
    expect(kit.simulator?.log.all()).toHaveLength(2)
  })

  it('is no long prompt: four megabytes are taken', async () => {
    const kit = await kits.start({ replies: ['Long.'] })
    const page = await kit.open()
    const content = 'y'.repeat(390_000)
    const contexts = Array.from({ length: 10 }, () => ({
      reference: { type: 'SelectionReference' as const },
      content,
    }))
    expect((await page.say('x', contexts)).status).toBe(204)
    expect(await page.until(isResult)).toBeTruthy()
  })
})
