import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { readSample } from '@antiphon/readers/testing/samples'
import { createSessionTree, exchange, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ran, runHere } from '../../test/test-io.ts'

let tree: SessionTree
let folder: string
beforeEach(() => {
  tree = createSessionTree()
  folder = join(tree.home, '.antiphon', 'archive')
})
afterEach(() => tree.remove())

function antiphon(...argv: readonly string[]): Promise<Ran> {
  return runHere(argv, { env: { HOME: tree.home, COLUMNS: '140' } })
}

async function json<T>(...argv: readonly string[]): Promise<T> {
  return JSON.parse((await antiphon(...argv, '--json')).stdout) as T
}

type Row = {
  readonly key: { readonly session: string }
  readonly agent: string
  readonly isArchiveAlone: boolean
}

async function listed(...flags: readonly string[]): Promise<readonly string[]> {
  return (await json<readonly Row[]>('ls', ...flags)).map(({ key }) => key.session)
}

function put(path: string, content: string | Uint8Array): string {
  const whole = join(tree.home, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, content)
  return whole
}

function settings(value: object): void {
  put('.antiphon/settings.json', JSON.stringify(value))
}

const CODEX = '.codex/sessions/2026/06/26/rollout-2026-06-26T12-20-52-019f03e0.jsonl'
const CODEX_ID = '019f03e0-321f-7eb2-83cc-b54ecd71be23'

describe('antiphon archive', () => {
  it('says where it cannot be and what to do', async () => {
    put('.antiphon/archive', '')
    const { code, stderr } = await antiphon('archive')
    expect(code).toBe(2)
    expect(stderr).toContain(folder)
    expect(stderr).toContain('make that folder')
    expect(stderr).not.toContain('something went wrong')
  })

  it('keeps a session with all that belongs to it, and reads only what changed the next time', async () => {
    const path = tree.write('-a/aaaaaaaa.jsonl', exchange('Light the lamp.'))
    tree.write('-a/aaaaaaaa/subagents/agent-1.jsonl', exchange('Aside.', { isSidechain: true }))
    put('.claude/projects/-a/aaaaaaaa/tool-results/one.txt', 'what a tool printed')
    put('.claude/file-history/aaaaaaaa/before', 'a file as it was')
    const first = await antiphon('archive')
    expect(first.stderr).toBe('')
    expect(first.stdout).toMatch(/^1 of 1 session had something new, .* became .* more in .*archive\.\n$/)
    expect((await antiphon('archive')).stdout).toBe('0 of 1 session had something new.\n')
    appendFileSync(path, readFileSync(path))
    expect((await antiphon('archive')).stdout).toMatch(/^1 of 1 session/)
    expect((await antiphon('archive', 'status')).stdout).toContain(
      'Sessions  1, 0 of them in the archive alone',
    )
    expect((await antiphon('archive', 'check')).stdout).toContain('everything is as it was kept')

    const kept = [
      '-a/aaaaaaaa.jsonl',
      '-a/aaaaaaaa/subagents/agent-1.jsonl',
      '-a/aaaaaaaa/tool-results/one.txt',
    ]
    const files = [
      ...kept.map(name => join(tree.root, 'projects', name)),
      join(tree.root, 'file-history/aaaaaaaa/before'),
    ]
    const bytes = files.map(file => readFileSync(file))
    for (const file of files) rmSync(file)
    expect((await antiphon('archive', 'restore', 'aaaa')).code).toBe(0)
    expect(files.map(file => readFileSync(file))).toEqual(bytes)
    // Claude Code goes by the age of the file, and would delete one as old as it was at once.
    expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(60_000)
  })

  it('shows what is gone where it was as if it were there, says so, and stops when it is back', async () => {
    tree.write('-a/aaaaaaaa.jsonl', exchange('Light the lamp.'))
    const [said, answered] = exchange('Put out the lamp.')
    const usage = { input_tokens: 10, output_tokens: 10 }
    const message = { ...(answered as unknown as { message: object }).message, id: 'm1', usage }
    const path = tree.write('-a/bbbbbbbb.jsonl', [said as object, { ...answered, message }])
    await antiphon('archive')
    rmSync(path)
    expect(await listed()).toEqual(expect.arrayContaining(['aaaaaaaa', 'bbbbbbbb']))
    expect(await listed('--archived')).toEqual(['bbbbbbbb'])
    expect((await antiphon('ls')).stdout).toMatch(/bbbbbbbb.*archived/)
    expect((await antiphon('show', 'bbbb')).stdout).toContain('Put out the lamp.')
    expect((await antiphon('search', 'put out', '--no-index')).stdout).toContain('Put out the lamp.')
    expect((await antiphon('export', 'bbbb')).stdout).toContain('Put out the lamp.')
    expect((await antiphon('api', 'bbbb')).stdout).toContain('Put out the lamp.')
    const used = await json<{ readonly total: { readonly answers: number } }>('usage', '--no-cache')
    expect(used.total.answers).toBe(1)
    const refused = await antiphon('rename', 'bbbb', 'A', 'name')
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('antiphon archive restore')])
    expect((await antiphon('archive', 'restore', 'bbbb')).code).toBe(0)
    expect(await listed()).toHaveLength(2)
    expect(await listed('--archived')).toEqual([])
    expect((await antiphon('rename', 'bbbb', 'A', 'name')).code).toBe(0)
  })

  it('does not bring back what a person deleted, until they want it', async () => {
    tree.write('-a/aaaaaaaa.jsonl', exchange('Light the lamp.'))
    await antiphon('archive')
    await antiphon('delete', 'aaaa')
    expect(await listed('--all')).toEqual([])
    rmSync(join(tree.root, 'antiphon-trash'), { recursive: true })
    expect(await listed('--all')).toEqual([])
    expect((await antiphon('archive', 'list')).stdout).toContain('deleted by you')
    expect((await antiphon('archive', 'prune')).stdout).toContain('0 sessions')
    const mark = join(
      folder,
      'sessions/claude-code/-a',
      readdirSync(join(folder, 'sessions/claude-code/-a'))[0] ?? '',
    )
    writeFileSync(join(mark, 'deleted'), '2026-01-01T00:00:00.000Z')
    expect((await antiphon('archive', 'prune')).stdout).toContain('1 session and 1 frame')
    expect(
      readdirSync(join(folder, 'frames')).flatMap(name => readdirSync(join(folder, 'frames', name))),
    ).toEqual([])
  })

  it('keeps sessions of other agents as they wrote them, shows them when they are gone, and gives them back', async () => {
    const bytes = readSample('codex/rollout-0.142.2-two-compactions.jsonl')
    const path = put(CODEX, bytes)
    await antiphon('archive')
    rmSync(join(tree.home, '.codex'), { recursive: true })
    rmSync(join(tree.home, '.antiphon', 'agents'), { recursive: true })
    expect(await json<readonly Row[]>('ls')).toMatchObject([
      { key: { session: CODEX_ID }, agent: 'codex', isArchiveAlone: true },
    ])
    expect(await listed('--agent', 'codex')).toEqual([CODEX_ID])
    // A copy that has more than was archived is left as it is.
    const copies = join(tree.home, '.antiphon', 'agents', 'codex', 'projects')
    const copy = join(copies, readdirSync(copies)[0] ?? '', `${CODEX_ID}.jsonl`)
    appendFileSync(copy, '{"type":"system","content":"more"}\n')
    const more = readFileSync(copy)
    expect(await listed()).toEqual([CODEX_ID])
    expect(readFileSync(copy).equals(more)).toBe(true)
    expect((await antiphon('show', CODEX_ID.slice(0, 8))).stdout).toMatch(/[✓✗] Bash /)
    expect((await antiphon('archive', 'restore', CODEX_ID)).code).toBe(0)
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(await listed()).toEqual([CODEX_ID])
    expect(await listed('--archived')).toEqual([])
  })

  it('keeps a session of a database as a text that its agent takes back', async () => {
    put('.local/share/opencode/opencode.db', readSample('opencode/opencode.db'))
    const ran = await json<{ readonly archived: number }>('archive')
    expect(ran.archived).toBeGreaterThan(0)
    const [{ session }] = await json<readonly [{ readonly session: string }]>('archive', 'list')
    const refused = await antiphon('archive', 'restore', session)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('opencode import')])
    const to = join(tree.home, 'out')
    expect((await antiphon('archive', 'restore', session, '--to', to)).code).toBe(0)
    const exported = JSON.parse(readFileSync(join(to, `${session}.json`), 'utf8'))
    expect(exported).toMatchObject({ info: { id: session }, rows: { session: { id: session } } })
    expect(exported.messages.length).toBeGreaterThan(0)
  })

  it('keeps what the settings say, and what is named whatever they say', async () => {
    tree.write('-a/aaaaaaaa.jsonl', exchange('Here.', { cwd: '/projects/a' }))
    tree.write('-b/bbbbbbbb.jsonl', exchange('There.', { cwd: '/projects/b/below' }))
    put(CODEX, readSample('codex/rollout-0.142.2-two-compactions.jsonl'))
    settings({ archiveAgents: ['claude-code'], archiveSkip: ['/projects/b'] })
    const ids = async (): Promise<readonly string[]> =>
      (await json<readonly { readonly session: string }[]>('archive', 'list'))
        .map(({ session }) => session)
        .sort()
    await antiphon('archive')
    expect(await ids()).toEqual(['aaaaaaaa'])
    await antiphon('archive', 'bbbb')
    expect(await ids()).toEqual(['aaaaaaaa', 'bbbbbbbb'])
    const nothing = await antiphon('archive', 'dddd')
    expect([nothing.code, nothing.stderr]).toEqual([
      2,
      expect.stringContaining('No session that can be archived'),
    ])
    settings({ archiveDays: 1 })
    expect((await antiphon('archive', 'prune')).stdout).toContain('2 sessions')
    expect(await ids()).toEqual([])
  })

  it('takes secrets out where it is asked to, and says so', async () => {
    const secret = `sk-ant-api03-${'aB3dE5gH7jK9'.repeat(8)}-AA`
    const [said, answered] = exchange('Go.')
    const message = { role: 'user', content: `The key is ${secret}.` }
    const path = tree.write('-a/aaaaaaaa.jsonl', [{ ...said, message }, answered as object])
    put('.claude/file-history/aaaaaaaa/before', secret)
    await antiphon('archive', '--redact')
    rmSync(path)
    const to = join(tree.home, 'out')
    const restored = await antiphon('archive', 'restore', 'aaaa', '--to', to)
    expect(restored.stdout).toContain('without secrets')
    const text = readFileSync(join(to, 'projects/-a/aaaaaaaa.jsonl'), 'utf8')
    expect(text).toContain('[redacted:')
    expect(text).not.toContain(secret)
    expect(existsSync(join(to, 'file-history'))).toBe(false)
    expect((await antiphon('archive', 'list')).stdout).not.toContain(secret)
  })

  it('names what is damaged by session and bytes, gives back what is left, and mends what is still there', async () => {
    const path = tree.write('-a/aaaaaaaa.jsonl', exchange('Light the lamp.'))
    const bytes = readFileSync(path)
    await antiphon('archive')
    const group = readdirSync(join(folder, 'frames'))[0] ?? ''
    const frame = join(folder, 'frames', group, readdirSync(join(folder, 'frames', group))[0] ?? '')
    const packed = readFileSync(frame)
    packed[20] = (packed[20] ?? 0) ^ 4
    writeFileSync(frame, packed)
    const checked = await antiphon('archive', 'check')
    expect([checked.code, checked.stdout]).toEqual([
      1,
      expect.stringMatching(/aaaaaaaa \(claude-code\): bytes 0 to [\d,]+ of .*aaaaaaaa\.jsonl are damaged/),
    ])
    expect((await antiphon('archive', 'check', '--repair')).stderr).toContain('could be archived anew')
    expect((await antiphon('archive', 'check')).code).toBe(0)
    writeFileSync(path, 'something else\n')
    const refused = await antiphon('archive', 'restore', 'aaaa')
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('something else is there')])
    expect(readFileSync(path, 'utf8')).toBe('something else\n')
    const to = join(tree.home, 'out')
    await antiphon('archive', 'restore', 'aaaa', '--to', to)
    expect(readFileSync(join(to, 'projects/-a/aaaaaaaa.jsonl')).equals(bytes)).toBe(true)
  })

  it('mends a manifest that is damaged, and forgets a session that a person names', async () => {
    tree.write('-a/aaaaaaaa.jsonl', exchange('Light the lamp.'))
    await antiphon('archive')
    const group = join(folder, 'sessions/claude-code/-a')
    const manifest = join(group, readdirSync(group)[0] ?? '', 'v000001.manifest')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('claude-code', 'claude-codf'))
    expect((await antiphon('archive', 'check')).stdout).toMatch(
      /aaaaaaaa \(claude-code\): its manifest is damaged/,
    )
    expect((await antiphon('archive', 'check', '--repair')).code).toBe(0)
    expect((await antiphon('archive', 'check')).code).toBe(0)
    expect((await antiphon('archive', 'forget', 'aaaa')).code).toBe(2)
    expect((await antiphon('archive', 'forget', 'aaaaaaaa')).stdout).toContain('1 session and 1 frame')
    expect((await antiphon('archive', 'list')).stdout).toContain('Nothing is archived')
  })

  it('plans a service of its own', async () => {
    const { stdout } = await antiphon('archive', '--install', '--dry-run')
    expect(stdout).toMatch(/antiphon[-.]archive/)
    expect(stdout).toContain('--watch')
    expect(stdout).not.toContain('ANTIPHON_STORE')
  })
})
