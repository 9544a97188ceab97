import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { describeLoginFailure } from './describe-login-failure.ts'
import { createLoginFetch } from './login-fetch.ts'

let close = (): void => {}
afterEach(() => close())

describe('createLoginFetch', () => {
  const signal = new AbortController().signal

  it('asks nobody in the clear but this machine and the server itself', async () => {
    const ask = createLoginFetch({ server: new URL('http://10.0.0.9:1/mcp'), headers: {}, signal })
    await expect(ask('http://auth.example/token')).rejects.toThrow('not encrypted')
    await expect(ask('http://127.0.0.1.example/token')).rejects.toThrow('not encrypted')
    // Nobody listens there, but it may be asked.
    await expect(ask('http://127.0.0.1:9/token')).rejects.toThrow('fetch failed')
  })

  it('reads no more than metadata can be, and gives headers of the configuration to the server alone', async () => {
    const seen: unknown[] = []
    const server = createServer((request, response) => {
      seen.push(request.headers['x-key'])
      response.end(request.url === '/large' ? 'x'.repeat(2_000_000) : '{}')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    close = () => void server.close()
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const own = createLoginFetch({ server: new URL(origin), headers: { 'x-key': 'k' }, signal })
    expect(await (await own(`${origin}/small`)).json()).toEqual({})
    await expect(own(`${origin}/large`)).rejects.toThrow('longer than')
    const other = createLoginFetch({
      server: new URL('https://mcp.example'),
      headers: { 'x-key': 'k' },
      signal,
    })
    await other(`${origin}/small`)
    expect(seen).toEqual(['k', 'k', undefined])
  })
})

describe('describeLoginFailure', () => {
  it('leaves out what an authorization server answered, and what is known to be secret', () => {
    const error = new Error('HTTP 500: Invalid OAuth error response: no JSON. Raw body: <p>access_token=abc')
    expect(describeLoginFailure(error, [])).toBe('HTTP 500: Invalid OAuth error response: no JSON.')
    expect(describeLoginFailure(new Error('bad token s3cret-token'), ['s3cret-token', undefined])).toBe(
      'bad token …',
    )
  })
})
