import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { stdio } from '../../../engine/src/mcp/testing/mcp-harness.ts'
import { type OauthServer, startOauthServer } from '../../../engine/src/mcp/testing/oauth-server.ts'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { NO_TMUX, setUpTerminals } from './terminal-kit.ts'

const start = setUpTerminals()
let server: OauthServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

/** Nothing of this machine: no keychain, no screen. */
const ALONE = { ANTIPHON_LOGINS: 'file', DISPLAY: '', WAYLAND_DISPLAY: '' }

describe.skipIf(NO_TMUX !== null)(withReason('servers in a terminal', NO_TMUX), () => {
  it('are logged in at when the person agrees, on a page whose whole address is shown', async () => {
    server = await startOauthServer()
    const { open, root } = await start('Said.')
    const config = join(root, 'servers.json')
    writeFileSync(config, JSON.stringify({ mcpServers: { locked: { type: 'http', url: server.url } } }))
    const terminal = await open(['--mcp-config', config], { columns: 160, rows: 40, env: ALONE })
    await terminal.until('? for keys')
    await terminal.type('/mcp login locked')
    await terminal.press('Enter')
    const screen = await terminal.until('Open the page')
    expect(screen).toContain('The server “locked” asks:')
    const link = /(http:\/\/127[^❯]*?)\n[^\n]*Open the page/.exec(screen)?.[1]?.replaceAll(/\s+/g, '') ?? ''
    await sleep(500)
    await terminal.press('1')
    await fetch(await server.visit(link))
    await terminal.until('Logged in at locked.')
    await terminal.type('/mcp')
    await terminal.press('Enter')
    const shown = await terminal.until('locked (dynamic) - connected, 2 tools')
    for (const secret of server.secrets) expect(shown + terminal.bytes()).not.toContain(secret)
  })

  it('have what they offer attached by @server:uri, which is completed', async () => {
    const { open, root, simulator } = await start('Buy milk, it says.')
    const config = join(root, 'servers.json')
    writeFileSync(config, JSON.stringify({ mcpServers: { rich: stdio('rich') } }))
    const terminal = await open(['--mcp-config', config], { columns: 120, rows: 40, env: ALONE })
    await terminal.until('? for keys')
    await terminal.type('what says @rich:mem://no')
    await terminal.until('@rich:mem://notes')
    await terminal.press('Tab')
    await terminal.until('what says @rich:mem://notes')
    await terminal.press('Enter')
    await terminal.until('● Buy milk, it says.')
    expect(JSON.stringify(simulator.log.all().at(-1)?.request?.messages)).toContain('buy milk')
  })
})
