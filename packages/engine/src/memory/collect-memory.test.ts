import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createAttachmentMessage, createUserMessage } from '@antiphon/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collectMemory, formatMemory, type MemoryOptions } from './collect-memory.ts'
import { createNestedMemory } from './create-nested-memory.ts'
import { createMemoryFilter } from './read-memory-file.ts'

let root: string
let cwd: string
let home: string

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'antiphon-memory-')))
  cwd = join(root, 'project', 'packages', 'app')
  home = join(root, 'home')
  await mkdir(join(root, 'project', '.git'), { recursive: true })
  await mkdir(cwd, { recursive: true })
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

async function collect(options: Partial<MemoryOptions> = {}) {
  const { files, problems } = await collectMemory({ cwd, home, env: {}, ...options })
  const told = files.filter(({ path }) => path.startsWith(root))
  return { files: told.map(({ path, content }) => [path.slice(root.length + 1), content]), problems }
}

describe('collectMemory', () => {
  it('finds nothing where nothing is written', async () => {
    expect(await collect()).toEqual({ files: [], problems: [] })
  })

  it('goes from the person over the root down to the folder', async () => {
    await write('home/.claude/CLAUDE.md', 'person')
    await write('project/CLAUDE.md', 'project')
    await write('project/AGENTS.md', 'agents')
    await write('project/.claude/CLAUDE.md', 'dot')
    await write('project/packages/app/CLAUDE.local.md', 'local')
    await write('project/packages/app/CLAUDE.md', ' \n')
    await write('project/packages/other/CLAUDE.md', 'elsewhere')
    expect((await collect()).files).toEqual([
      ['home/.claude/CLAUDE.md', 'person'],
      ['project/CLAUDE.md', 'project'],
      ['project/.claude/CLAUDE.md', 'dot'],
      ['project/AGENTS.md', 'agents'],
      ['project/packages/app/CLAUDE.local.md', 'local'],
    ])
  })

  it('reads only the words of those who are named', async () => {
    await write('home/.claude/CLAUDE.md', 'person')
    await write('project/CLAUDE.md', 'project')
    await write('project/packages/app/CLAUDE.local.md', 'local')
    const read = async (...sources: readonly ('user' | 'project' | 'local' | 'flag')[]) =>
      (await collectMemory({ cwd, home, env: {}, sources })).files.map(({ content }) => content)
    expect(await read('flag')).toEqual([])
    expect(await read('user', 'local')).toEqual(['person', 'local'])
    expect(await read('project')).toEqual(['project'])
  })

  it('imports what files name, once, before them, without going round in circles', async () => {
    await write('project/CLAUDE.md', 'See @AGENTS.md and @docs/a.md and `@docs/code.md`')
    await write('project/AGENTS.md', 'agents')
    await write('project/docs/a.md', 'a, see @b.md')
    await write('project/docs/b.md', 'b, see @a.md and @../CLAUDE.md and @nobody')
    await write('project/docs/code.md', 'not this')
    expect((await collect()).files.map(([path]) => path)).toEqual([
      'project/AGENTS.md',
      'project/docs/b.md',
      'project/docs/a.md',
      'project/CLAUDE.md',
    ])
  })

  it('follows imports five deep', async () => {
    await write('project/CLAUDE.md', '@1.md')
    for (let depth = 1; depth <= 8; depth++) await write(`project/${depth}.md`, `@${depth + 1}.md`)
    expect((await collect()).files.map(([path]) => path)).toEqual(
      ['5.md', '4.md', '3.md', '2.md', '1.md', 'CLAUDE.md'].map(name => `project/${name}`),
    )
  })

  it('lets no repository reach outside of itself, by import or by link', async () => {
    await write('home/.ssh/id_rsa', 'secret')
    await write('project/CLAUDE.md', 'Read @~/.ssh/id_rsa and @../home/.ssh/id_rsa')
    await symlink(join(home, '.ssh', 'id_rsa'), join(root, 'project', 'AGENTS.md'))
    await write('project/packages/app/CLAUDE.md', '@link')
    await symlink(join(home, '.ssh'), join(cwd, 'link'))
    const { files, problems } = await collect()
    expect(JSON.stringify(files)).not.toContain('secret')
    expect(problems.map(({ path }) => path)).toContain(join(root, 'project', 'AGENTS.md'))
    expect(problems).toHaveLength(4)
  })

  it('lets a folder import nothing from a repository around it, such as a home that is kept in git', async () => {
    await mkdir(join(home, '.git'), { recursive: true })
    await write('home/.ssh/id_rsa', 'secret')
    await write('home/CLAUDE.md', 'own words, and @notes.md')
    await write('home/notes.md', 'notes')
    await write('home/foreign/sub/CLAUDE.md', 'See @../../.ssh/id_rsa and @../shared.md and @deep/own.md')
    await write('home/foreign/shared.md', 'shared')
    await write('home/foreign/sub/deep/own.md', 'own, see @../../../.ssh/id_rsa')
    const { files, problems } = await collect({ cwd: join(home, 'foreign', 'sub') })
    expect(files.map(([path]) => path)).toEqual([
      'home/notes.md',
      'home/CLAUDE.md',
      'home/foreign/sub/deep/own.md',
      'home/foreign/sub/CLAUDE.md',
    ])
    expect(problems.map(({ path }) => path.slice(home.length))).toEqual([
      '/.ssh/id_rsa',
      '/foreign/shared.md',
      '/.ssh/id_rsa',
    ])
  })

  it('imports nothing that a rule forbids to read, by no way', async () => {
    await write('project/.env', 'TOKEN=secret')
    await write('project/CLAUDE.md', 'See @.env and @link.md and @docs/a.md')
    await symlink('.env', join(root, 'project', 'link.md'))
    await write('project/docs/a.md', 'a, see @../.env')
    await symlink('../.env', join(root, 'project', 'docs', 'AGENTS.md'))
    const state = (deny: readonly string[]) => ({
      mode: 'default' as const,
      rules: { allow: [], ask: [], deny },
      additionalDirectories: [],
      ...{ cwd: join(root, 'project'), home },
    })
    const here = { cwd: join(root, 'project', 'docs') }
    const denied = await collect({ ...here, mayRead: createMemoryFilter(state(['Read(.env)'])) })
    expect(denied.files.map(([path]) => path)).toEqual(['project/docs/a.md', 'project/CLAUDE.md'])
    expect(denied.problems.map(({ what }) => what)).toContain('a rule forbids to read it')
    // Without the tool nothing is imported, but the instructions themselves are told.
    const without = await collect({ ...here, mayRead: createMemoryFilter(state(['Read'])) })
    expect(without.files.map(([path]) => path)).toEqual(['project/CLAUDE.md'])
  })

  it.each<[string, (path: string) => unknown, string]>([
    ['a pipe', path => execFileSync('mkfifo', [path]), 'it is a named pipe, not a file'],
    ['a device', path => symlink('/dev/zero', path), 'it lies outside of'],
    [
      'a file of gigabytes',
      async path => {
        await writeFile(path, '')
        await truncate(path, 4 * 1024 ** 3)
      },
      'larger than',
    ],
  ])('names %s in the place of instructions, or imported, and goes on', async (_, make, what) => {
    await mkdir(join(root, 'project', 'docs'))
    await make(join(root, 'project', 'AGENTS.md'))
    await make(join(root, 'project', 'docs', 'x.md'))
    await write('project/CLAUDE.md', 'words and @docs/x.md')
    const { files, problems } = await collect()
    expect(files.map(([path]) => path)).toEqual(['project/CLAUDE.md'])
    expect(problems.map(({ what }) => what)).toEqual([
      expect.stringContaining(what),
      expect.stringContaining(what),
    ])
  })

  it('bounds imports without end', async () => {
    const names = Array.from({ length: 400 }, (_, index) => `${index}.md`)
    for (const name of names) await write(`project/${name}`, names.map(other => `@${other}`).join(' '))
    await write('project/CLAUDE.md', names.map(name => `@${name}`).join(' '))
    await write('project/AGENTS.md', Array.from({ length: 9_000 }, (_, index) => `@${index}`).join(' '))
    const { files, problems } = await collect()
    expect(files.length).toBeLessThanOrEqual(100)
    expect(problems.some(({ what }) => what.startsWith('there are too many'))).toBe(true)
    expect(problems.length).toBeLessThan(2_100)
  })

  it('lets a person’s own file be a link to anywhere', async () => {
    await write('dotfiles/CLAUDE.md', 'mine')
    await mkdir(join(home, '.claude'), { recursive: true })
    await symlink(join(root, 'dotfiles', 'CLAUDE.md'), join(home, '.claude', 'CLAUDE.md'))
    expect((await collect()).files).toEqual([['home/.claude/CLAUDE.md', 'mine']])
  })

  it('lets a person’s own file import from the person’s home', async () => {
    await write('home/.claude/CLAUDE.md', '@~/style.md')
    await write('home/style.md', 'style')
    expect((await collect()).files).toEqual([
      ['home/style.md', 'style'],
      ['home/.claude/CLAUDE.md', '@~/style.md'],
    ])
  })

  it('passes over folders and binary files, and bounds what is long', async () => {
    await write('project/CLAUDE.md', '@docs @picture.png')
    await write('project/docs/x', '')
    await write('project/picture.png', '\x89PNG\0\0\0')
    await write('project/AGENTS.md', 'x'.repeat(100_000))
    const { files } = await collect()
    expect(files.map(([path]) => path)).toEqual(['project/CLAUDE.md', 'project/AGENTS.md'])
    expect(files[1]?.[1]?.length).toBeLessThan(41_000)
  })

  it('lets the most general instructions give way when there are too many', async () => {
    for (let index = 0; index < 8; index++) await write(`project/${index}.md`, `${index}`.repeat(40_000))
    await write('project/CLAUDE.md', '@0.md @1.md @2.md @3.md @4.md @5.md @6.md @7.md')
    const { files, problems } = await collect()
    expect(files.map(([path]) => path)).toEqual(
      ['4.md', '5.md', '6.md', '7.md', 'CLAUDE.md'].map(name => `project/${name}`),
    )
    expect(problems).toHaveLength(4)
  })

  it('formats each file under its path', () => {
    const files = [{ type: 'Local', path: '/p/CLAUDE.local.md', content: 'mine' }]
    expect(formatMemory(files)).toBe(
      "Contents of /p/CLAUDE.local.md (the person's own instructions for this project):\n\nmine",
    )
  })
})

describe('createNestedMemory', () => {
  it('tells the instructions of folders below once, when something there is touched', async () => {
    await write('project/packages/app/src/CLAUDE.md', 'for src, see @more.md')
    await write('project/packages/app/src/more.md', 'more')
    await write('project/packages/app/src/deep/AGENTS.md', 'for deep')
    const nested = createNestedMemory({ cwd, home, known: [], messages: () => [] })
    const [first, again] = await Promise.all([
      nested.collect(join(cwd, 'src', 'a.ts')),
      nested.collect(join(cwd, 'src', 'deep', 'b.ts')),
    ])
    expect(first).toEqual([
      {
        type: 'nested_memory',
        path: join(cwd, 'src', 'more.md'),
        content: { type: 'Project', path: join(cwd, 'src', 'more.md'), content: 'more' },
        displayPath: join('src', 'more.md'),
      },
      expect.objectContaining({ displayPath: join('src', 'CLAUDE.md') }),
    ])
    expect(again.map(({ displayPath }) => displayPath)).toEqual([join('src', 'deep', 'AGENTS.md')])
    expect(await nested.collect(join(cwd, 'src', 'deep', 'b.ts'))).toEqual([])
  })

  it('names what it leaves out, once', async () => {
    await write('project/secret', 'secret')
    await write('project/packages/app/src/CLAUDE.md', 'for src, see @../../../secret and @.env')
    await write('project/packages/app/src/.env', 'secret')
    const nested = createNestedMemory({ cwd, home, known: [], messages: () => [] })
    const collectAgain = () => nested.collect(join(cwd, 'src', 'a.ts'), path => !path.endsWith('.env'))
    expect(await collectAgain()).toHaveLength(1)
    expect(nested.takeProblems().map(({ path }) => path)).toEqual([
      join(root, 'project', 'secret'),
      join(cwd, 'src', '.env'),
    ])
    await collectAgain()
    expect(nested.takeProblems()).toEqual([])
  })

  it('tells them again once a compaction has taken them away', async () => {
    await write('project/packages/app/src/CLAUDE.md', 'src')
    let first = createUserMessage({ content: 'the beginning' })
    const nested = createNestedMemory({ cwd, home, known: [], messages: () => [first] })
    const file = join(cwd, 'src', 'a.ts')
    expect(await nested.collect(file)).toHaveLength(1)
    expect(await nested.collect(file)).toEqual([])
    first = createUserMessage({ content: 'the summary' })
    expect(await nested.collect(file)).toHaveLength(1)
  })

  it('says nothing of the folder itself, of others, or of what the log has told', async () => {
    await write('project/packages/app/CLAUDE.md', 'here')
    await write('project/packages/app/src/CLAUDE.md', 'src')
    await write('project/packages/other/CLAUDE.md', 'other')
    const path = join(cwd, 'src', 'CLAUDE.md')
    const told = createAttachmentMessage({ type: 'nested_memory', path, content: { path, content: 'src' } })
    const nested = createNestedMemory({ cwd, home, known: [], messages: () => [told] })
    for (const file of [
      join(cwd, 'a.ts'),
      join(cwd, 'src', 'a.ts'),
      join(root, 'project', 'packages', 'other', 'a.ts'),
    ])
      expect(await nested.collect(file)).toEqual([])
  })
})
