import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { answer, prompt } from '@antiphon/core/testing/log-builder'
import { toLogPath } from '@antiphon/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whyNoMount, withReason } from '../../transcript/test/process/requirements.ts'
import { createHeadlessKit, DRIVEN, type Ended, type HeadlessKit, type Line } from './headless-kit.ts'
import { runHere } from './test-io.ts'

const FIRST = 'aaaabbbb-1111-4111-8111-111111111111'
const SECOND = 'aaaabbbb-2222-4222-8222-222222222222'
const FLAGS = ['-p', 'hello', '--output-format', 'stream-json', '--verbose']

let kit: HeadlessKit
beforeAll(async () => {
  const text = 'word '.repeat(8_000)
  kit = await createHeadlessKit({ name: 'long', answer: () => ({ blocks: [{ type: 'text', text }] }) })
  const entries = [prompt('a', null), answer('b', 'a')]
  for (const session of [FIRST, SECOND]) {
    const path = toLogPath(kit.root, { project: 'p', session })
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, entries.map(entry => `${JSON.stringify(entry)}\n`).join(''))
  }
})
afterAll(() => kit.close())

describe('a session that cannot be opened', () => {
  it.each([
    {
      name: 'an id that nobody has',
      argv: ['--resume', 'ffffffff'],
      words: 'neither a file nor the beginning',
    },
    { name: 'an id that two have', argv: ['--resume', 'aaaabbbb'], words: SECOND },
    {
      name: 'a file elsewhere',
      argv: ['--resume', join('packages', 'cli', 'package.json')],
      words: 'outside',
    },
    { name: 'a folder without sessions', argv: ['--continue'], words: 'no session of' },
    { name: 'no UUID', argv: ['--session-id', 'mine'], words: 'must be a UUID', isWrongUse: true },
  ])('is told for $name', async ({ argv, words, isWrongUse }) => {
    const before = listFiles()
    const ran = await runHere([...FLAGS, ...argv], { env: kit.env })
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain(words)
    expect(ran.stderr).not.toMatch(/\n\s+at /)
    const events = ran.stdout.split('\n').filter(Boolean)
    if (!isWrongUse)
      expectOneError(
        events.map(line => JSON.parse(line)),
        words,
      )
    expect(listFiles()).toEqual(before)
    expect(kit.simulator.log.all()).toEqual([])
  })

  it('is told for an id that is taken, here or by another project', async () => {
    const made = 'aaaabbbb-3333-4333-8333-333333333333'
    expect(await start([...FLAGS, '--session-id', made])).toMatchObject({ code: 0, stderr: '' })
    for (const taken of [made, FIRST]) {
      const { code, stderr, events } = await start([...FLAGS, '--session-id', taken])
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`--resume ${taken}`) })
      expectOneError(events, 'exists')
    }
  })

  it('is told where the folder for sessions is a file', async () => {
    const file = join(kit.folder, 'a-file')
    writeFileSync(file, '')
    const { code, stderr, events } = await start(FLAGS, { CLAUDE_CONFIG_DIR: file })
    expect(code).toBeGreaterThan(0)
    expect(stderr).toContain(file)
    expect(stderr).not.toMatch(/\n\s+at |something went wrong/)
    expectOneError(events, file)
  })

  it.skipIf(process.platform !== 'linux')('is told where there can be no home', async () => {
    const home = '/proc/none'
    const agent = kit.start(FLAGS, { env: { HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') } })
    agent.hush()
    const { code, stderr, isTimeout } = await agent.ended
    expect({ code, isTimeout }).toEqual({ code: 2, isTimeout: false })
    expect(stderr).toContain(`no folder ${home} (ENOENT)`)
    expect(stderr).not.toMatch(/\n\s+at |something went wrong/)
    expectOneError(agent.events, home)
  })
})

describe('--no-session-persistence', () => {
  it('stores nothing, and goes on with what is stored if asked', async () => {
    const before = listFiles()
    kit.simulator.log.clear()
    expect(await start([...FLAGS, '--no-session-persistence'])).toMatchObject({ code: 0, stderr: '' })
    const resumed = await start([...FLAGS, '--no-session-persistence', '--resume', FIRST])
    expect(resumed).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.stringify(kit.simulator.log.all().at(-1)?.request?.messages)).toContain('prompt a')
    expect(listFiles()).toEqual(before)
  })
})

const reason = whyNoMount()
describe.skipIf(reason !== null)(withReason('a disk', reason), () => {
  it('that may only be read is told, and nothing is asked', async () => {
    await onDisk('size=256k,ro', async root => {
      const { code, stderr, events } = await start(FLAGS, { CLAUDE_CONFIG_DIR: root })
      expect(code).toBeGreaterThan(0)
      expect(stderr + JSON.stringify(events.at(-1))).toMatch(/may not be written/)
      expect(stderr).not.toMatch(/\n\s+at |something went wrong/)
      expectOneError(events, '')
    })
  })

  it('that may only be read is told to a host that keeps its input open', async () => {
    await onDisk('size=256k,ro', async root => {
      const agent = kit.start([...DRIVEN], { env: { CLAUDE_CONFIG_DIR: root } })
      agent.say('hello')
      expect(await agent.ended).toMatchObject({ code: 2, isTimeout: false })
      expectOneError(agent.events, 'may not be written')
    })
  })

  it('that gets full in the middle of a turn is told, and the session goes on when there is space', async () => {
    await onDisk('size=128k', async root => {
      const ballast = join(root, 'ballast')
      writeFileSync(ballast, Buffer.alloc(90_000))
      const session = 'aaaabbbb-4444-4444-8444-444444444444'
      const { code, stderr, events } = await start([...FLAGS, '--session-id', session], {
        CLAUDE_CONFIG_DIR: root,
      })
      expect(code).toBeGreaterThan(0)
      expect(stderr + JSON.stringify(events.at(-1))).toMatch(/no space|full/i)
      expect(stderr).not.toMatch(/\n\s+at |something went wrong/)
      expectOneError(events, '')
      rmSync(ballast)
      const resumed = await start([...FLAGS, '--resume', session], { CLAUDE_CONFIG_DIR: root })
      expect(resumed.code).toBe(0)
      expect(resumed.events.at(-1)).toMatchObject({ type: 'result', is_error: false })
    })
  })
})

async function start(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended & { readonly events: readonly Line[] }> {
  const agent = kit.start(argv, { env })
  agent.hush()
  return { ...(await agent.ended), events: agent.events }
}

function expectOneError(events: readonly Line[], words: string): void {
  const results = events.filter(({ type }) => type === 'result')
  expect(results).toHaveLength(1)
  expect(results[0]).toMatchObject({ is_error: true, subtype: 'error_during_execution' })
  expect(JSON.stringify(results[0]?.errors)).toContain(words)
}

function listFiles(): readonly string[] {
  return existsSync(kit.root) ? readdirSync(kit.root, { recursive: true, encoding: 'utf8' }).toSorted() : []
}

async function onDisk(options: string, test: (root: string) => Promise<void>): Promise<void> {
  const root = join(kit.folder, '..', 'disk')
  mkdirSync(root, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', root])
  try {
    await test(root)
  } finally {
    execFileSync('umount', ['--lazy', root])
  }
}
