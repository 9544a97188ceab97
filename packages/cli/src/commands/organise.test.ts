import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLease } from '@antiphon/transcript'
import { createSessionTree, exchange, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ran, runHere } from '../../test/test-io.ts'

let tree: SessionTree
beforeEach(() => {
  tree = createSessionTree()
})
afterEach(() => tree.remove())

function antiphon(...argv: readonly string[]): Promise<Ran> {
  return runHere(argv, { env: { HOME: tree.home, COLUMNS: '100' } })
}

async function listed(...flags: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await antiphon('ls', '--json', ...flags)
  return (JSON.parse(stdout) as { key: { session: string } }[]).map(({ key }) => key.session)
}

describe('antiphon rename', () => {
  it('names a session as Claude Code does, and leaves its age alone', async () => {
    const path = tree.write('-a/aaaaaaaa-1.jsonl', exchange('Go.'))
    const before = readFileSync(path, 'utf8')
    const { code, stdout } = await antiphon('rename', 'aaaaaaaa', 'The', 'dark', 'lamp')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'aaaaaaaa-1 is called: The dark lamp\n' })
    expect(readFileSync(path, 'utf8').slice(before.length)).toBe(
      '{"type":"custom-title","customTitle":"The dark lamp","sessionId":"aaaaaaaa-1"}\n',
    )
    const [row] = JSON.parse((await antiphon('ls', '--json')).stdout)
    expect(row).toMatchObject({ title: { text: 'The dark lamp' }, changedAt: '2026-11-15T08:00:05.000Z' })
  })

  it('is refused while somebody writes, where there is no such session, and outside of the list', async () => {
    const path = tree.write('-a/aaaaaaaa-1.jsonl', exchange('Go.'))
    const lease = await acquireLease(path)
    const refused = await antiphon('rename', 'aaaaaaaa', 'Lamp')
    await lease?.release()
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('An agent is writing')])
    expect((await antiphon('rename', 'bbbbbbbb', 'Lamp')).code).toBe(2)
    const outside = join(tree.home, 'copy.jsonl')
    writeFileSync(outside, readFileSync(path))
    expect((await antiphon('rename', outside, 'Lamp')).stderr).toContain('no session of the list')
  })
})

describe('antiphon star, tag and hide', () => {
  it('keep marks beside the logs, which ls filters by', async () => {
    for (const name of ['a', 'b', 'c']) tree.write(`-a/${name.repeat(8)}.jsonl`, exchange('Go.'))
    expect((await antiphon('star', 'aaaa')).stdout).toBe('aaaaaaaa: starred\n')
    expect((await antiphon('tag', 'bbbb', 'release', '#ui')).stdout).toBe('bbbbbbbb: #release, #ui\n')
    expect((await antiphon('hide', 'cccc')).stdout).toBe('cccccccc: hidden\n')
    expect(await listed('--starred')).toEqual(['aaaaaaaa'])
    expect(await listed('--tag', 'ui')).toEqual(['bbbbbbbb'])
    expect(await listed('--hidden')).toEqual(['cccccccc'])
    expect(await listed()).not.toContain('cccccccc')
    expect(await listed('--all')).toHaveLength(3)
    expect((await antiphon('ls', '--starred')).stdout).toContain('★ Go.')
    expect((await antiphon('tag', 'bbbb', 'ui', '--off')).stdout).toBe('bbbbbbbb: #release\n')
    expect((await antiphon('star', 'aaaa', '--off')).stdout).toBe('aaaaaaaa: no marks\n')
    expect((await antiphon('tag', 'bbbb', 'a,b')).code).toBe(2)
    expect(existsSync(join(tree.home, '.antiphon', 'sessions.json'))).toBe(true)
  })

  it('leave a file alone that is none of theirs', async () => {
    tree.write('-a/aaaaaaaa.jsonl', exchange('Go.'))
    mkdirSync(join(tree.home, '.antiphon'))
    writeFileSync(join(tree.home, '.antiphon', 'sessions.json'), 'not json')
    const { code, stderr } = await antiphon('star', 'aaaa')
    expect([code, stderr]).toEqual([2, expect.stringContaining('is no JSON')])
    expect(await listed()).toEqual(['aaaaaaaa'])
  })
})

describe('antiphon delete and restore', () => {
  it('take a session away and bring it back', async () => {
    const path = tree.write('-a/aaaaaaaa.jsonl', exchange('Go.'))
    const bytes = readFileSync(path, 'utf8')
    expect((await antiphon('restore')).stdout).toBe('Nothing was deleted.\n')
    expect((await antiphon('delete', 'aaaa')).stdout).toContain('For 30 days')
    expect([existsSync(path), await listed('--all')]).toEqual([false, []])
    expect((await antiphon('restore')).stdout).toMatch(/^aaaaaaaa {2}\S+ {2}Go\.\n$/)
    expect((await antiphon('restore', 'aaaa')).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(bytes)
    expect((await antiphon('restore', 'aaaa')).code).toBe(2)
  })

  it('refuse to take the place of a session that is there again, and forget after the time of the settings', async () => {
    const path = tree.write('-a/aaaaaaaa.jsonl', exchange('Go.'))
    await antiphon('delete', 'aaaa')
    tree.write('-a/aaaaaaaa.jsonl', exchange('Another.'))
    const refused = await antiphon('restore', 'aaaa')
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is there again')])
    expect(readFileSync(path, 'utf8')).toContain('Another.')
    const trash = join(tree.root, 'antiphon-trash')
    const { readdirSync } = await import('node:fs')
    const [name = ''] = readdirSync(trash)
    const note = join(trash, name, 'deleted.json')
    const kept = JSON.parse(readFileSync(note, 'utf8'))
    const days = (count: number): string => new Date(Date.now() - count * 24 * 3600 * 1000).toISOString()
    writeFileSync(note, JSON.stringify({ ...kept, deletedAt: days(8) }))
    expect((await antiphon('restore')).stdout).toContain('aaaaaaaa')
    mkdirSync(join(tree.home, '.antiphon'), { recursive: true })
    writeFileSync(join(tree.home, '.antiphon', 'settings.json'), '{"trashDays": 7}')
    expect((await antiphon('restore')).stdout).toBe('Nothing was deleted.\n')
    expect(readdirSync(trash)).toEqual([])
  })
})

describe('antiphon usage', () => {
  it('tells of the budget of the settings, and only where there is one', async () => {
    const timestamp = new Date().toISOString()
    const usage = { input_tokens: 1_000_000, output_tokens: 10 }
    const [said, answered] = exchange('Go.').map(entry => ({ ...entry, timestamp }))
    const message = { ...(answered as unknown as { message: object }).message, id: 'm1', usage }
    tree.write('-a/aaaaaaaa.jsonl', [said as object, { ...answered, message }])
    expect((await antiphon('usage')).stderr).not.toContain('budget')
    mkdirSync(join(tree.home, '.antiphon'))
    writeFileSync(join(tree.home, '.antiphon', 'settings.json'), '{"monthlyBudgetUsd": 1}')
    expect((await antiphon('usage')).stderr).toMatch(/This month: \$\d.* of your budget of \$1.*used up/)
  })
})

describe('antiphon ls', () => {
  it('lists by the last entry, whatever touched the file, also where few are asked for', async () => {
    const at = (time: string) => exchange('Go.').map(entry => ({ ...entry, timestamp: time }))
    const old = tree.write('-a/oldoldold.jsonl', at('2026-02-01T00:00:00.000Z'))
    tree.write('-a/newnewnew.jsonl', at('2026-11-15T11:00:00.000Z'), 30)
    utimesSync(old, new Date(), new Date())
    expect(await listed('--limit', '1')).toEqual(['newnewnew'])
    expect(await listed()).toEqual(['newnewnew', 'oldoldold'])
  })

  it('reads more folders, hides one-off runs and says what is wrong, by the settings', async () => {
    const other = join(tree.home, 'elsewhere')
    mkdirSync(join(other, 'projects', '-b'), { recursive: true })
    writeFileSync(
      join(other, 'projects', '-b', 'bbbbbbbb.jsonl'),
      exchange('Else.')
        .map(entry => `${JSON.stringify(entry)}\n`)
        .join(''),
    )
    tree.write('-a/aaaaaaaa.jsonl', exchange('Once.', { entrypoint: 'sdk-cli' }))
    mkdirSync(join(tree.home, '.antiphon'))
    const settings = { folders: [other], hideOneOff: true, readingSize: 99 }
    writeFileSync(join(tree.home, '.antiphon', 'settings.json'), JSON.stringify(settings))
    expect(await listed()).toEqual(['bbbbbbbb'])
    expect((await listed('--all')).toSorted()).toEqual(['aaaaaaaa', 'bbbbbbbb'])
    expect((await antiphon('ls')).stderr).toContain('"readingSize" has to be one of 14, 15, 16, 18')
    expect((await antiphon('show', 'bbbb')).stdout).toContain('Else.')
  })

  it('prints a number of messages that is true, or none', async () => {
    const many = Array.from({ length: 300 }, (_, index) => exchange(`Prompt ${index} ${'x'.repeat(200)}`))
    tree.write('-a/aaaaaaaa.jsonl', many.flat())
    const [row] = JSON.parse((await antiphon('ls', '--json')).stdout)
    expect(row.messages).toEqual({ count: 600, isExact: true })
    expect((await antiphon('ls')).stdout).toMatch(/ 600 /)
    expect(existsSync(join(tree.home, '.cache', 'antiphon', 'counts'))).toBe(true)
  })
})
