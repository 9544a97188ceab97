import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectOverHttp, createChain, createRecallHome, lampSession, type RecallHome } from './recall-kit.ts'
import { type Answer, askAt, letIn, startTestServer, type TestServer } from './server-kit.ts'
import { collect, startAntiphon, waitForOutput } from './spawn-antiphon.ts'

const LAMP = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'
const INITIALIZE = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})

describe("the window's /mcp", () => {
  let place: RecallHome
  let server: TestServer
  let [url, reader, limited] = ['', '', '']
  beforeAll(async () => {
    place = createRecallHome()
    const [lamp, other] = [place.project('lamp'), place.project('harbour')]
    place.write(lamp, LAMP, lampSession(lamp))
    place.write(other, OTHER, [createChain().user('other-1', 'The flicker of the harbour light.')])
    const configFolder = join(place.home, 'config')
    mkdirSync(configFolder)
    reader = await letIn(configFolder, 'reader', { name: 'Rea' })
    limited = await letIn(configFolder, 'reader', { name: 'Lim', projects: [lamp] })
    server = await startTestServer({ roots: [join(place.home, '.claude')], configFolder })
    url = `${server.origin}/mcp`
  })
  afterAll(async () => {
    await server.close()
    await place.remove()
  })

  function post(headers: Readonly<Record<string, string>>, body = INITIALIZE): Promise<Answer> {
    return askAt(server.port, '/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    })
  }

  it('answers whoever shows a token what they may see', async () => {
    const { client, ask } = await connectOverHttp(url, reader)
    expect((await client.listTools()).tools).toHaveLength(6)
    expect((await ask('search_sessions', { query: 'flicker' })).value).toMatchObject({ total_sessions: 2 })
    expect((await ask('read_session', { link: OTHER })).text).toContain('harbour light')
    expect((await client.listResources()).resources).toHaveLength(2)
    await client.close()
  })

  it('keeps from somebody limited even that there is more', async () => {
    const { client, ask } = await connectOverHttp(url, limited)
    const { value } = await ask('search_sessions', { query: 'flicker' })
    expect(value).toMatchObject({ total_sessions: 1, scope: { projects_out_of_reach: 0, more_projects: 0 } })
    expect(await ask('read_session', { link: OTHER })).toMatchObject({ isError: true })
    expect((await ask('usage', {})).value).toMatchObject({ total: { sessions: 1 } })
    expect((await client.listResources()).resources).toHaveLength(1)
    await expect(client.readResource({ uri: `antiphon://session/${OTHER}` })).rejects.toThrow(
      'There is no session',
    )
    await client.close()
  })

  it('refuses strangers, the page’s cookie, other origins, other names and other methods', async () => {
    const authorization = `Bearer ${server.token}`
    expect(await post({ authorization })).toMatchObject({ status: 200 })
    expect(await post({ authorization, origin: server.origin })).toMatchObject({ status: 200 })
    expect(await post({})).toMatchObject({ status: 401 })
    expect(await post({ authorization: 'Bearer wrong' })).toMatchObject({ status: 401 })
    expect(await post({ cookie: server.cookie })).toMatchObject({ status: 401 })
    expect(await post({ authorization, origin: 'https://evil.example' })).toMatchObject({ status: 403 })
    expect(await post({ authorization, 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 })
    expect(await post({ authorization, host: 'evil.example' })).toMatchObject({ status: 421 })
    expect(await post({ authorization }, `"${'x'.repeat(2 << 20)}"`)).toMatchObject({ status: 413 })
    expect(await askAt(server.port, '/mcp', { headers: { authorization } })).toMatchObject({ status: 405 })
  })

  it('is served alone by mcp serve --http, which says where and with which token', async () => {
    const child = startAntiphon(['mcp', 'serve', '--http', '--json'], { HOME: place.home })
    const ended = collect(child)
    await waitForOutput(child, '}}\n')
    child.kill('SIGINT')
    const { stdout } = await ended
    expect(JSON.parse(stdout)).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/),
      headers: { Authorization: expect.stringMatching(/^Bearer \S{20,}$/) },
    })
  })
})
