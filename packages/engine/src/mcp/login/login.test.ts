import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { McpServers } from '../mcp-servers.ts'
import { createMcpHarness, findTool, type McpHarness } from '../testing/mcp-harness.ts'
import { type OauthServer, type OauthServerOptions, startOauthServer } from '../testing/oauth-server.ts'
import { toLoginKey } from './login-key.ts'
import { createMemoryLogins, type McpLoginStore } from './login-store.ts'

let mcp: McpHarness
let server: OauthServer
let logins: McpLoginStore
beforeEach(async () => {
  mcp = await createMcpHarness()
  logins = createMemoryLogins()
})
afterEach(() => mcp.close())

async function start(options: OauthServerOptions = {}): Promise<void> {
  server = await startOauthServer(options)
  mcp.closeLater(server)
}

type Person = Parameters<McpHarness['connect']>[1]

function connect(person: Person = {}): Promise<McpServers> {
  return mcp.connect({ far: { type: 'http', url: server.url, headers: {} } }, { logins, ...person })
}

/** A browser with a person who agrees. */
async function agree(link: string): Promise<boolean> {
  const page = await fetch(await server.visit(link))
  expect(page.status).toBe(200)
  return true
}

const signal = new AbortController().signal
const login = (servers: McpServers): Promise<void> => servers.login('far', { show: agree, signal })
const stateOf = (servers: McpServers): string => servers.status()[0]?.status ?? 'gone'
const look = (servers: McpServers) => mcp.run(findTool(servers, 'mcp__far__look'), {})

/** Nothing that a person, a log or a model reads may hold what opens a door. */
function expectNoSecretsIn(...said: readonly unknown[]): void {
  const text = JSON.stringify(said)
  for (const secret of server.secrets) expect(text).not.toContain(secret)
}

describe('a login at a server', () => {
  it('is asked for by nobody but the person, and then opens it', async () => {
    await start()
    const servers = await connect()
    expect(stateOf(servers)).toBe('needs-auth')
    expect(mcp.problems).toMatchObject([
      { server: 'far', whatToDo: expect.stringContaining('/mcp login far') },
    ])
    // Nobody was registered, and no browser sent anywhere.
    expect(server.asked).toEqual(['POST /mcp'])
    await login(servers)
    expect(stateOf(servers)).toBe('connected')
    expect((await look(servers)).text).toBe('look is done')
    expectNoSecretsIn(mcp.problems, servers.status())
  })

  it('is there for whoever connects next, until it is forgotten', async () => {
    await start()
    await login(await connect())
    const next = await connect()
    expect(stateOf(next)).toBe('connected')
    expect(await next.logout('far')).toBe(true)
    expect(stateOf(next)).toBe('needs-auth')
    expect(server.asked).toContain('POST /revoke')
    expect(await logins.list()).toEqual([])
    expect(await next.logout('far')).toBe(false)
  })

  it('is renewed when the server does not know the token any more, once for many calls', async () => {
    await start()
    const servers = await connect()
    await login(servers)
    server.revoke('access')
    server.asked.length = 0
    const results = await Promise.all([look(servers), look(servers), look(servers)])
    expect(results.map(({ text }) => text)).toEqual(Array.from({ length: 3 }, () => 'look is done'))
    expect(server.asked.filter(line => line.startsWith('POST /token'))).toEqual(['POST /token refresh_token'])
  })

  it('is renewed before it ends', async () => {
    await start({ lifetime: 20 })
    const servers = await connect()
    await login(servers)
    server.asked.length = 0
    await look(servers)
    expect(server.asked[0]).toBe('POST /token refresh_token')
    expect(stateOf(servers)).toBe('connected')
  })

  it('goes on with what another process has renewed meanwhile', async () => {
    await start()
    const [one, other] = [await connect(), await connect()]
    await login(one)
    await other.reconnect('far')
    server.revoke('access')
    await look(one)
    server.asked.length = 0
    await look(other)
    expect(server.asked).not.toContain('POST /token refresh_token')
    expect(stateOf(other)).toBe('connected')
  })

  it('that has ended altogether is told, and asked for by the next call where a person is there', async () => {
    await start()
    const alone = await connect()
    await login(alone)
    server.revoke('all')
    expect((await look(alone)).text).toContain('/mcp login far')
    expect(stateOf(alone)).toBe('needs-auth')
    const asked: string[] = []
    const together = await connect({
      async onElicitation({ mode, url = '', message }) {
        asked.push(`${mode} ${message}`)
        await agree(url)
        return { action: 'accept' }
      },
    })
    expect(stateOf(together)).toBe('needs-auth')
    await login(together)
    server.revoke('all')
    const results = await Promise.all([look(together), look(together)])
    expect(results.map(({ text }) => text)).toEqual(['look is done', 'look is done'])
    expect(asked).toEqual(['url The call needs a login. Open this page?'])
    expectNoSecretsIn(mcp.problems)
  })

  it('reaches further when a call wants that, and keeps what it had', async () => {
    await start({ writeScope: 'write' })
    const servers = await connect({
      async onElicitation({ url = '' }) {
        await agree(url)
        return { action: 'accept' }
      },
    })
    await login(servers)
    expect((await mcp.run(findTool(servers, 'mcp__far__write'), {})).text).toBe('write is done')
    const stored = await logins.read(toLoginKey('far', server.url))
    expect(stored?.tokens?.scope?.split(' ').toSorted()).toEqual(['read', 'write'])
  })

  it('is not given when the person declines; the call fails and says what to do', async () => {
    await start({ writeScope: 'write' })
    const servers = await connect({ onElicitation: async () => ({ action: 'decline' }) })
    await login(servers)
    const { text } = await mcp.run(findTool(servers, 'mcp__far__write'), {})
    expect(text).toContain(
      'did not carry out the call: it wants a login; the person gives it by /mcp login far',
    )
    // What it could do before it still can.
    expect((await look(servers)).text).toBe('look is done')
    expect(stateOf(servers)).toBe('connected')
  })

  it('takes no answer with another state, from another issuer, or for another host', async () => {
    await start()
    const servers = await connect()
    await servers.login('far', {
      signal,
      async show(link) {
        const back = await server.visit(link)
        const forged = new URL(back)
        forged.searchParams.set('state', 'guessed')
        expect((await fetch(forged)).status).toBe(400)
        expect((await fetch(`${back.origin}/callback?error=access_denied`)).status).toBe(400)
        expect((await fetch(back, { method: 'POST' })).status).toBe(400)
        expect((await fetch(back)).status).toBe(200)
        return true
      },
    })
    expect(stateOf(servers)).toBe('connected')
    const mixedUp = servers.login('far', {
      signal,
      async show(link) {
        const back = await server.visit(link)
        back.searchParams.set('iss', 'https://other.example')
        await fetch(back)
        return true
      },
    })
    await expect(mixedUp).rejects.toThrow('another authorization server')
    const nameless = servers.login('far', {
      signal,
      async show(link) {
        const back = await server.visit(link)
        back.searchParams.delete('iss')
        await fetch(back)
        return true
      },
    })
    await expect(nameless).rejects.toThrow('another authorization server')
  })

  it('takes the address of a browser elsewhere, once', async () => {
    await start()
    const servers = await connect()
    let address = ''
    const waiting = servers.login('far', {
      signal,
      async show(link) {
        address = (await server.visit(link)).href
        return true
      },
    })
    await expect.poll(() => address).not.toBe('')
    await expect(servers.finishLogin('far', 'http://127.0.0.1/callback?code=x&state=y')).rejects.toThrow(
      'no answer',
    )
    await servers.finishLogin('far', address)
    await waiting
    await expect(servers.finishLogin('far', address)).rejects.toThrow('No login')
  })

  it('tells why it did not come about: refused, too late, called off', async () => {
    await start()
    const servers = await connect()
    const refuse = async (link: string): Promise<boolean> => {
      const back = await server.visit(link)
      back.searchParams.delete('code')
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'not today')
      await fetch(back)
      return true
    }
    await expect(servers.login('far', { show: refuse, signal })).rejects.toThrow('access_denied: not today')
    await expect(servers.login('far', { show: () => true, signal, timeoutMs: 60 })).rejects.toThrow(
      'nobody logged in',
    )
    const stop = new AbortController()
    const calledOff = servers.login('far', { show: () => true, signal: stop.signal })
    setTimeout(() => stop.abort(new Error('enough')), 20)
    await expect(calledOff).rejects.toThrow('enough')
    await expect(servers.login('far', { show: () => false, signal })).rejects.toThrow('did not log in')
    const first = servers.login('far', { show: () => true, signal })
    const replaced = expect(first).rejects.toThrow('another login has begun')
    await expect(servers.login('far', { show: () => false, signal })).rejects.toThrow('did not log in')
    await replaced
    expect(stateOf(servers)).toBe('needs-auth')
  })

  it('asks the port again that it was registered with, and registers anew where that is taken', async () => {
    await start()
    const servers = await connect()
    await login(servers)
    await login(servers)
    expect(server.asked.filter(line => line === 'POST /register')).toHaveLength(1)
    const stored = await logins.read(toLoginKey('far', server.url))
    const [redirect] = stored?.client && 'redirect_uris' in stored.client ? stored.client.redirect_uris : []
    const { createServer } = await import('node:http')
    const taken = createServer().listen(Number(new URL(String(redirect)).port), '127.0.0.1')
    mcp.closeLater(taken)
    await new Promise(resolve => taken.once('listening', resolve))
    await login(servers)
    expect(server.asked.filter(line => line === 'POST /register')).toHaveLength(2)
  })

  it('is no login at another address of the same name, and none beside a header of the configuration', async () => {
    await start()
    await login(await connect())
    const first = server
    await start()
    expect(stateOf(await connect())).toBe('needs-auth')
    expect(server.asked).toEqual(['POST /mcp'])
    const headers = { Authorization: 'Bearer own' }
    const own = await mcp.connect({ far: { type: 'http', url: first.url, headers } }, { logins })
    expect(stateOf(own)).toBe('needs-auth')
    await expect(login(own)).rejects.toThrow('header authorization')
  })
})
