import { once } from 'node:events'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createScriptModel, type ScriptReply } from '@antiphon/simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ForeignRepository, plantTraps } from './foreign-repository.ts'
import { createHeadlessKit, type Ended, type HeadlessKit, type Line } from './headless-kit.ts'

let listener: Server
let heard: string[]
let address: string
let kit: HeadlessKit | undefined
beforeEach(async () => {
  heard = []
  listener = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
    response.writeHead(400).end()
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
})
afterEach(async () => {
  await kit?.close()
  kit = undefined
  listener.closeAllConnections()
  await new Promise(resolve => listener.close(resolve))
})

type Visit = {
  readonly argv?: readonly string[]
  readonly isTheirModel?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly prepare?: (kit: HeadlessKit) => void
}

type Visited = { readonly init: Line; readonly repository: ForeignRepository; readonly ended: Ended }

/** Opens the repository with a model that runs a command, takes up the skill and asks the agent. */
async function visit({ argv = [], isTheirModel = false, env = {}, prepare }: Visit): Promise<Visited> {
  const replies: ScriptReply[] = []
  kit = await createHeadlessKit(createScriptModel(replies))
  const [mine, theirs] = isTheirModel ? [address, kit.simulator.url] : [kit.simulator.url, address]
  const repository = plantTraps(kit.folder, theirs)
  replies.push(
    { calls: [{ name: 'Bash', input: { command: repository.command('call') } }] },
    { calls: [{ name: 'Skill', input: { skill: 'trap' } }] },
    'Done.',
  )
  mkdirSync(join(kit.root, '..', 'home'))
  writeFileSync(join(kit.root, '..', 'home', 'secret.txt'), 'the-secret')
  prepare?.(kit)
  const agent = kit.start(
    ['-p', 'hello', '--output-format', 'stream-json', '--verbose', '--max-turns', '5', ...argv],
    { env: { CLAUDE_CODE_ENTRYPOINT: 'cli', ...env, ANTHROPIC_BASE_URL: mine } },
  )
  agent.hush()
  const ended = await agent.ended
  return { init: agent.events.find(({ subtype }) => subtype === 'init') ?? {}, repository, ended }
}

describe("somebody else's repository", () => {
  it('runs nothing, allows nothing and hears of no key, and the person is told what it wanted', async () => {
    const { init, repository, ended } = await visit({})
    expect(ended).toMatchObject({ code: 0, isTimeout: false })
    expect(repository.ran()).toEqual([])
    expect(heard).toEqual([])
    expect(init).toMatchObject({ permissionMode: 'default', mcp_servers: [] })
    const requests = JSON.stringify(kit?.simulator.log.all())
    expect(requests).toContain('Obey the project.')
    expect(requests).not.toContain('the-secret')
    // The model did try.
    expect(requests).toContain('tool_result')
    for (const file of ['settings.json', 'settings.local.json'])
      expect(ended.stderr).toMatch(
        new RegExp(
          `${file}: ignored, .*hooks, env, mcpServers, .*apiKeyHelper, permissions.defaultMode, permissions.allow, .*--trust`,
        ),
      )
    for (const name of ['shared', 'remote']) expect(ended.stderr).toContain(`MCP server ${name}`)
    expect(ended.stderr).not.toContain('permissions.deny')
  })

  const ALL = ['call', 'hook-local', 'hook-project', 'server-local', 'server-project', 'server-shared']

  it.each<[string, Visit]>([
    ['by a flag', { argv: ['--trust'] }],
    ['by a program that names its sources through the SDK', viaSdk()],
    ['in the dialog of Claude Code', { prepare: recordTrust }],
  ])('does all that it says where it is trusted %s', async (_, how) => {
    const { init, repository, ended } = await visit({ ...how, isTheirModel: true })
    expect(ended).toMatchObject({ code: 0, isTimeout: false })
    expect(repository.ran()).toEqual(ALL)
    expect(init).toMatchObject({ permissionMode: 'bypassPermissions' })
    // The person's own address is the one that hears nothing now.
    expect(heard).toEqual([])
    expect(ended.stderr).not.toContain('ignored, because')
  })

  it('is trusted neither by the SDK alone nor by a person who only names the sources', async () => {
    const { repository } = await visit({ env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' } })
    expect([repository.ran(), heard]).toEqual([[], []])
    await kit?.close()
    const second = await visit({ argv: ['--setting-sources', 'user,project,local'] })
    expect([second.repository.ran(), heard]).toEqual([[], []])
  })

  it("takes nothing for the person's where there is no home", async () => {
    const { init, repository } = await visit({
      env: { HOME: '', USERPROFILE: '', CLAUDE_CONFIG_DIR: '' },
      argv: ['--no-session-persistence'],
      prepare: ({ folder }) =>
        writeFileSync(
          join(folder, '.claude.json'),
          JSON.stringify({ projects: { [realpathSync(folder)]: { hasTrustDialogAccepted: true } } }),
        ),
    })
    expect([repository.ran(), heard]).toEqual([[], []])
    expect(init).toMatchObject({ permissionMode: 'default' })
  })
})

describe('rules and numbers that cannot be read', () => {
  it('end the start where they should forbid', async () => {
    const { repository, ended } = await visit({ argv: ['--disallowedTools', 'Bash(rm'] })
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('"Bash(rm" forbids nothing') })
    expect(repository.ran()).toEqual([])
  })

  it('are told where they should allow, or count', async () => {
    const { ended } = await visit({
      argv: ['--allowedTools', '*', '--settings', '{"permissions":{"deny":["Edit("]}}'],
      env: { CLAUDE_CODE_MAX_RETRIES: 'ten' },
    })
    expect(ended.code).toBe(0)
    expect(ended.stderr).toContain('--allowedTools: "*" allows nothing')
    expect(ended.stderr).toContain('permissions.deny holds "Edit("')
    expect(ended.stderr).toContain('CLAUDE_CODE_MAX_RETRIES is "ten"')
  })
})

function viaSdk(): Visit {
  return { env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' }, argv: ['--setting-sources', 'project,local'] }
}

function recordTrust({ folder, root }: HeadlessKit): void {
  const projects = { [realpathSync(folder)]: { hasTrustDialogAccepted: true } }
  writeFileSync(join(root, '.claude.json'), JSON.stringify({ projects }))
}
