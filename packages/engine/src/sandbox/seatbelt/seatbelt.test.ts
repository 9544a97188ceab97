import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PermissionState } from '../../permissions/permission.ts'
import { createSandbox } from '../create-sandbox.ts'
import { describeSandbox } from '../describe-sandbox.ts'
import type { ConfinedProgram, Sandbox } from '../sandbox.ts'
import { toSandboxSettings } from '../sandbox-settings.ts'
import { findSeatbeltAt, toKernelPath } from './seatbelt.ts'
import { judgeOperation } from './testing/judge-operation.ts'
import { readProfile } from './testing/read-profile.ts'
import { createStandIn, readArguments } from './testing/stand-in.ts'

let root: string
let cwd: string
let standIn: string
const opened: (() => unknown)[] = []
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-seatbelt-')))
  cwd = join(root, 'project')
  for (const path of FILES) write(path)
  standIn = createStandIn(root)
})
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
  rmSync(root, { recursive: true, force: true })
})

const FILES = [
  'project/.env',
  'project/a/b/.env',
  'project/secrets/key',
  'project/keys (old)/x".pem',
  'project/locked/a',
  'project/.claude/settings.json',
  'project/.claude/worktrees/w/file',
  'project/.git/config',
  'project/.git/hooks/pre-commit',
  'home/.ssh/id_rsa',
  'home/.claude/projects/x/log.jsonl',
  'outside/file',
]

function write(path: string, text = 'x'): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function open(settings: JsonObject): Sandbox {
  const sandbox = createSandbox({
    settings: toSandboxSettings(settings),
    env: process.env,
    personFolder: join(root, 'home/.claude'),
    findTool: () => findSeatbeltAt(standIn),
  })
  opened.push(() => sandbox.close())
  return sandbox
}

function stateWith(deny: readonly string[]): PermissionState {
  const rules = { allow: [], deny, ask: [] }
  return { mode: 'default', rules, cwd, home: join(root, 'home'), additionalDirectories: [] }
}

async function confine(sandbox: Sandbox, deny: readonly string[], script = ':'): Promise<ConfinedProgram> {
  const chosen = await sandbox.choose({ command: script, wantsOut: false }, stateWith(deny))
  if (chosen === null || 'problem' in chosen) throw new Error('It was not kept in.')
  const program = chosen.confine({ file: '/bin/sh', args: ['-c', script], cwd, env: process.env })
  if ('problem' in program) throw new Error(program.problem)
  return program
}

async function judge(settings: JsonObject, deny: readonly string[] = []) {
  const rules = readProfile(readArguments((await confine(open(settings), deny)).args))
  return (name: string, path: string): boolean =>
    judgeOperation(rules, { name, on: join(root, path) }) === 'allow'
}

const RULES = ['Read(.env)', 'Read(secrets/**)', 'Read(*.pem)', 'Edit(locked/**)', 'Edit(made.lock)']

describe('rules and settings as macOS keeps them', () => {
  it.each([
    ['with nothing but rules', {}],
    ['in a folder', { enabled: true }],
  ])('%s: what is forbidden is closed, at any depth, and what is not is open', async (_, settings) => {
    const may = await judge(settings, RULES)
    for (const path of ['.env', 'a/b/.env', 'secrets', 'secrets/key', 'secrets/new', 'keys (old)/x".pem'])
      for (const operation of ['file-read-data', 'file-write-data', 'file-write-unlink', 'file-link'])
        expect(may(operation, `project/${path}`), `${operation} ${path}`).toBe(false)
    for (const path of ['locked', 'locked/a', 'locked/new', 'made.lock', 'MADE.LOCK'])
      for (const operation of ['file-write-data', 'file-write-create', 'file-write-unlink', 'file-link'])
        expect(may(operation, `project/${path}`), `${operation} ${path}`).toBe(false)
    for (const path of ['a', 'a/b', 'keys (old)']) {
      expect(may('file-write-unlink', `project/${path}`), `move ${path}`).toBe(false)
      expect(may('file-write-create', `project/${path}/new`), `make ${path}/new`).toBe(true)
    }
    for (const path of ['project/locked/a', 'project/.claude/settings.json', 'outside/file'])
      expect(may('file-read-data', path), path).toBe(true)
  })

  it('in a folder: writes there, and not to settings, hooks, logs and what is outside', async () => {
    const may = await judge({ enabled: true, filesystem: { allowWrite: ['../outside'] } }, [
      'Edit(.claude/worktrees/w/file)',
    ])
    for (const path of ['project/x', 'project/.git/index', 'project/.claude/worktrees/w/other', 'outside/x'])
      expect(may('file-write-create', path), path).toBe(true)
    for (const path of [
      ...['project/.claude/settings.json', 'project/.claude/new', 'project/.Mcp.json', 'project/.mcp.json'],
      ...['project/.git/hooks/pre-commit', 'project/.git/config', 'project/.git/commondir'],
      ...[
        'home/.claude/projects/x/log.jsonl',
        'home/.bashrc',
        'elsewhere/x',
        'project/.claude/worktrees/w/file',
      ],
    ])
      expect(may('file-write-create', path), path).toBe(false)
    for (const path of ['project', 'outside', 'project/.git', 'project/.claude'])
      expect(may('file-write-unlink', path), path).toBe(false)
    expect(may('file-read-data', 'home/.ssh/id_rsa')).toBe(false)
    expect(may('file-read-data', 'outside/file')).toBe(true)
  })

  it('are about the places to which links lead, by their stored names', async () => {
    symlinkSync(join(root, 'outside'), join(cwd, 'link'))
    symlinkSync(join(root, 'outside'), join(root, 'other'))
    const may = await judge({ enabled: true, filesystem: { allowWrite: [join(root, 'other')] } }, [
      'Read(link/file)',
    ])
    expect(may('file-read-data', 'outside/file')).toBe(false)
    expect(may('file-write-create', 'outside/new')).toBe(true)
    expect(toKernelPath(join(root, 'other/new/file'))).toBe(join(root, 'outside/new/file'))
  })
})

describe('a command that macOS would keep in', () => {
  it('is started with its profile, and reaches allowed hosts by the one port that is open', async () => {
    const server = createServer((_, answer) => answer.end('from outside'))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    opened.push(() => server.close())
    const { port } = server.address() as { port: number }
    const ask = (host: string): string =>
      `"${process.execPath}" -e "const p=new URL(process.env.HTTP_PROXY);require('http').get({host:p.hostname,port:p.port,path:'http://${host}:${port}/'},r=>r.pipe(process.stdout))"`
    const sandbox = open({ enabled: true, network: { allowedDomains: ['127.0.0.1'] } })
    const program = await confine(sandbox, [], `${ask('127.0.0.1')}; ${ask('localhost')}; exit 7`)
    const { code, stdout } = await run(program)
    expect(stdout).toMatch(/^from outside.*lets nothing through to localhost/s)
    expect(code).toBe(7)
    expect(program.onEnd()).toEqual([expect.stringContaining('let nothing through to localhost')])
    const { port: proxyPort } = new URL(program.env.HTTP_PROXY ?? '')
    const rules = readProfile(readArguments(program.args))
    const isOpen = (on: string) => judgeOperation(rules, { name: 'network-outbound', on }) === 'allow'
    expect(isOpen(`127.0.0.1:${proxyPort}`)).toBe(true)
    for (const on of [`127.0.0.1:${port}`, '93.184.216.34:443', '/var/run/x']) expect(isOpen(on)).toBe(false)
    expect(program.env).not.toHaveProperty('SSH_AUTH_SOCK')
  })

  it('has no way out where no host is allowed, and all of them where only rules are kept', async () => {
    const isOpen = async (settings: JsonObject, deny: readonly string[]) => {
      const { args, env } = await confine(open(settings), deny)
      expect(env.HTTP_PROXY).toBe(process.env.HTTP_PROXY)
      const rules = readProfile(readArguments(args))
      return judgeOperation(rules, { name: 'network-outbound', on: '93.184.216.34:443' }) === 'allow'
    }
    expect(await isOpen({ enabled: true }, [])).toBe(false)
    expect(await isOpen({}, ['Read(.env)'])).toBe(true)
  })

  it('loses what came to be all the same where nothing may be', async () => {
    // As on a volume that takes a name for the same in a way that the profile does not know.
    const program = await confine(open({ enabled: true }), [], 'echo x > .mcp.json')
    await run(program)
    expect(program.onEnd()).toEqual([expect.stringContaining('.mcp.json may not be made')])
    expect(existsSync(join(cwd, '.mcp.json'))).toBe(false)
  })
})

describe('the sandbox of macOS', () => {
  it('is said to be there, and what is closed instead of empty', async () => {
    const sandbox = open({ enabled: true })
    const lines = describeSandbox(await sandbox.describe(stateWith([])), stateWith([]))
    expect(lines[0]).toMatch(/^Kept by the sandbox of macOS .*sandbox-exec.*could not try on a Mac/)
    expect(lines).toContain(`Closed inside: ${join(root, 'home/.ssh')}.`)
  })

  it('is missed where there is none, and where it does not work', async () => {
    expect(await findSeatbeltAt(join(root, 'nothing'))).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('is not there'),
    })
    write('broken', '#!/bin/sh\necho "sandbox_apply: Operation not permitted" >&2\nexit 71\n')
    chmodSync(join(root, 'broken'), 0o755)
    expect(await findSeatbeltAt(join(root, 'broken'))).toMatchObject({
      kind: 'none',
      reason: 'sandbox-exec cannot work here: sandbox_apply: Operation not permitted',
    })
  })
})

function run(program: ConfinedProgram): Promise<{ readonly code: number | null; readonly stdout: string }> {
  const child = spawn(program.file, [...program.args], {
    cwd,
    env: program.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  program.onStart(child)
  let stdout = ''
  child.stdout.on('data', chunk => {
    stdout += chunk
  })
  return new Promise(resolve => child.once('close', code => resolve({ code, stdout })))
}
