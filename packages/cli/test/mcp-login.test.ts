import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScriptModel } from '@antiphon/simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OauthServer, startOauthServer } from '../../engine/src/mcp/testing/oauth-server.ts'
import { createHeadlessKit, type HeadlessKit } from './headless-kit.ts'
import { collect, startAntiphon } from './spawn-antiphon.ts'
import type { Ran } from './test-io.ts'

let server: OauthServer
let kit: HeadlessKit
let config: string
beforeEach(async () => {
  server = await startOauthServer()
  kit = await createHeadlessKit(createScriptModel([{ calls: [{ name: 'mcp__locked__look' }] }, 'Seen.']))
  config = join(kit.root, 'servers.json')
  writeFileSync(config, JSON.stringify({ mcpServers: { locked: { type: 'http', url: server.url } } }))
})
afterEach(async () => {
  await kit.close()
  await server.close()
})

function start(...argv: readonly string[]): ChildProcessWithoutNullStreams {
  return startAntiphon([...argv, '--mcp-config', config], { ...kit.env, ANTIPHON_LOGINS: 'file' }, kit.folder)
}

/** Runs it to its end, with a person who agrees on the page of the link that it prints. */
async function runAndAgree(...argv: readonly string[]): Promise<Ran> {
  const child = start(...argv)
  child.stdin.end()
  let isVisited = false
  let seen = ''
  child.stderr.on('data', async text => {
    seen += text
    const link = /^(http:\S+\/authorize\?\S+)\n/m.exec(seen)?.[1]
    if (link === undefined || isVisited) return
    isVisited = true
    await fetch(await server.visit(link))
  })
  return collect(child)
}

const run = (...argv: readonly string[]): Promise<Ran> => {
  const child = start(...argv)
  child.stdin.end()
  return collect(child)
}

const loginsFile = (): string => join(kit.env.HOME ?? '', '.antiphon', 'mcp-logins.json')

/** Everything that was written below a folder, but for the file of logins. */
function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== 'mcp-logins.json')
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

describe('a login at an MCP server', () => {
  it('is given by the command, kept where nobody else reads it, used by an agent, and forgotten', async () => {
    expect((await run('mcp', 'list')).stdout).toMatch(/^locked\s+http http\S+ \(dynamic\)\n$/)
    const login = await runAndAgree('mcp', 'login', 'locked')
    expect({ ...login, stderr: '' }).toEqual({ code: 0, stdout: 'Logged in at locked.\n', stderr: '' })
    expect(statSync(loginsFile()).mode & 0o777).toBe(0o600)
    expect((await run('mcp', 'list')).stdout).toContain('logged in')
    const asked = await run('-p', 'look there', '--allowedTools', 'mcp__locked__look')
    expect(asked).toMatchObject({ code: 0, stdout: 'Seen.\n' })
    const logout = await run('mcp', 'logout', 'locked')
    expect(logout).toMatchObject({ code: 0, stdout: 'Logged out of locked.\n' })
    expect(JSON.parse(readFileSync(loginsFile(), 'utf8'))).toEqual({})
    // Neither what was printed nor any log has what opens the door.
    const written = [
      login.stdout,
      login.stderr,
      asked.stdout,
      asked.stderr,
      readAll(join(kit.root, '..')),
    ].join('\n')
    for (const secret of server.secrets) expect(written).not.toContain(secret)
  })

  it('is given in -p by a link, and asked for by no session that begins', async () => {
    const before = await run('-p', '/mcp')
    expect(before.stdout).toContain('locked (dynamic) - needs-auth')
    expect(server.asked.filter(line => line !== 'POST /mcp')).toEqual([])
    const login = await runAndAgree('-p', '/mcp login locked')
    expect(login.stdout).toBe('Logged in at locked.\n')
    expect((await run('-p', '/mcp')).stdout).toContain('locked (dynamic) - connected, 2 tools')
    expect((await run('-p', '/mcp logout locked')).stdout).toBe('Logged out of locked.\n')
    expect((await run('-p', '/mcp login nowhere')).stdout).toContain(
      'There is no MCP server nowhere; there is locked.',
    )
  })

  it('cannot be given at a program, or where nothing is', async () => {
    writeFileSync(config, JSON.stringify({ mcpServers: { own: { command: 'no-such-program' } } }))
    expect(await run('mcp', 'login', 'own')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no login'),
    })
    expect(await run('mcp', 'login', 'locked')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no server locked here'),
    })
  })

  it('is not possible at a server of a project that nobody has approved', async () => {
    writeFileSync(
      join(kit.folder, '.mcp.json'),
      JSON.stringify({ mcpServers: { theirs: { type: 'http', url: server.url } } }),
    )
    expect(await run('mcp', 'login', 'theirs')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not approved'),
    })
    expect(server.asked).toEqual([])
  })
})
