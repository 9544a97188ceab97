import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMcpLogins } from './mcp-logins.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'antiphon-logins-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const LOGIN = { url: 'https://mcp.example/', tokens: { access_token: 'opens-sesame', token_type: 'Bearer' } }
const FILE = '.antiphon/mcp-logins.json'
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

describe('logins at MCP servers', () => {
  it('are kept in a file that only its owner reads, whatever the file was before', async () => {
    const logins = openMcpLogins({ env: {}, home, platform: 'linux' })
    await logins.change('one', () => LOGIN)
    expect(await modeOf(join(home, FILE))).toBe(0o600)
    expect(await modeOf(join(home, '.antiphon'))).toBe(0o700)
    await chmod(join(home, FILE), 0o644)
    await logins.change('two', () => LOGIN)
    expect(await modeOf(join(home, FILE))).toBe(0o600)
    expect(await openMcpLogins({ env: {}, home }).read('one')).toEqual(LOGIN)
    await logins.change('one', () => null)
    expect(await logins.list()).toEqual(['two'])
  })

  it('lose nothing when many change them at once', async () => {
    const keys = Array.from({ length: 8 }, (_, at) => `server ${at}`)
    await Promise.all(keys.map(key => openMcpLogins({ env: {}, home }).change(key, () => LOGIN)))
    expect((await openMcpLogins({ env: {}, home }).list()).toSorted()).toEqual(keys)
  })

  it('are in the keychain where there is one, and then not in the file', async () => {
    const tool = await playSecretTool()
    const logins = openMcpLogins({ env: tool, home, platform: 'linux' })
    await logins.change('one', () => LOGIN)
    expect(await readFile(join(home, FILE), 'utf8')).not.toContain('sesame')
    expect(await modeOf(join(home, FILE))).toBe(0o600)
    expect(await logins.read('one')).toEqual(LOGIN)
    // The secret came over the input: arguments are seen by everybody.
    expect(await readFile(join(home, 'arguments'), 'utf8')).not.toContain('sesame')
    await logins.change('one', () => null)
    expect(await readFile(join(home, 'arguments'), 'utf8')).toContain(
      'clear service antiphon-mcp account one',
    )
    expect(await logins.list()).toEqual([])
  })

  it('are in the file where the keychain cuts them, as `secret-tool` does behind 8 KB', async () => {
    const logins = openMcpLogins({ env: await playSecretTool(), home, platform: 'linux' })
    const long = { ...LOGIN, tokens: { ...LOGIN.tokens, access_token: 'sesame'.repeat(2_000) } }
    await logins.change('one', () => long)
    expect(await logins.read('one')).toEqual(long)
    expect(await readFile(join(home, 'arguments'), 'utf8')).toContain(
      'clear service antiphon-mcp account one',
    )
  })

  it('are in the file where the keychain refuses, or is not wanted', async () => {
    const tool = await playSecretTool('exit 1')
    for (const env of [tool, { ...tool, ANTIPHON_LOGINS: 'file' }]) {
      const logins = openMcpLogins({ env, home, platform: 'linux' })
      await logins.change('one', () => LOGIN)
      expect(await logins.read('one')).toEqual(LOGIN)
    }
    expect(await readFile(join(home, FILE), 'utf8')).toContain('sesame')
  })

  it('that cannot be read are told, and left as they are', async () => {
    const logins = openMcpLogins({ env: {}, home, platform: 'linux' })
    await logins.change('one', () => LOGIN)
    await writeFile(join(home, FILE), '{"one":')
    await expect(logins.read('one')).rejects.toThrow('is no JSON')
    await expect(logins.change('one', () => null)).rejects.toThrow('is no JSON')
    expect(await readFile(join(home, FILE), 'utf8')).toBe('{"one":')
  })
})

/** A `secret-tool` that keeps one secret in a file, and notes what it was called with. */
async function playSecretTool(refusal = ''): Promise<Record<string, string>> {
  const script = `#!/bin/sh
echo "$@" >> '${home}/arguments'
${refusal}
case "$1" in
  store) head -c 8192 > '${home}/kept' ;;
  lookup) cat '${home}/kept' ;;
  clear) rm '${home}/kept' ;;
esac`
  await writeFile(join(home, 'secret-tool'), script, { mode: 0o755 })
  return { PATH: `${home}:/usr/bin:/bin`, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }
}
