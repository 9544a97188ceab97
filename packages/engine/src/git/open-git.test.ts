import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openGit } from './open-git.ts'

const folders: string[] = []

function createRepository(): { readonly folder: string; readonly run: (...args: readonly string[]) => void } {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-git-'))
  folders.push(folder)
  const run = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: folder,
      stdio: 'pipe',
    })
  }
  run('init', '-q')
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  run('add', '.')
  run('commit', '-qm', 'first')
  return { folder, run }
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('git on a repository of somebody else', () => {
  it.each([
    ['a filter', (mark: string) => [['filter.evil.clean', `touch ${mark}; cat`]]],
    ['a filter process', (mark: string) => [['filter.evil.process', `touch ${mark}`]]],
    ['an external diff', (mark: string) => [['diff.external', `touch ${mark}`]]],
    ['the external diff of a kind of file', (mark: string) => [['diff.evil.command', `touch ${mark}`]]],
    ['a text conversion', (mark: string) => [['diff.evil.textconv', `touch ${mark}; cat`]]],
    ['a monitor of files', (mark: string) => [['core.fsmonitor', `touch ${mark}`]]],
    [
      'a pager',
      (mark: string) => [
        ['core.pager', `touch ${mark}; cat`],
        ['pager.diff', `touch ${mark}`],
      ],
    ],
    [
      'a check of signatures',
      (mark: string) => [
        ['gpg.program', `touch ${mark}`],
        ['log.showSignature', 'true'],
      ],
    ],
  ])('does not run %s', async (_, settings) => {
    const { folder, run } = createRepository()
    const mark = join(folder, '.git', 'ran')
    writeFileSync(join(folder, '.gitattributes'), '* filter=evil diff=evil\n')
    for (const [name = '', value = ''] of settings(mark)) run('config', name, value)
    writeFileSync(join(folder, 'a.txt'), 'two\n')
    const git = await openGit({ cwd: folder, env: process.env })
    expect(await git('diff', 'HEAD', '--', '.')).toContain('+two')
    expect(await git('status', '--short')).toContain('a.txt')
    expect(await git('log', '--oneline')).toContain('first')
    expect(existsSync(mark)).toBe(false)
  })

  it('does not run a filter that hides behind settings without end', async () => {
    const { folder, run } = createRepository()
    const mark = join(folder, '.git', 'ran')
    writeFileSync(join(folder, '.gitattributes'), '* filter=evil\n')
    const long = `[filter "long"]\n${`\tclean = ${'x'.repeat(60_000)}\n`.repeat(20)}`
    appendFileSync(join(folder, '.git', 'config'), long)
    run('config', 'filter.evil.clean', `touch ${mark}; cat`)
    writeFileSync(join(folder, 'a.txt'), 'two\n')
    const git = await openGit({ cwd: folder, env: process.env })
    expect(await git('diff', 'HEAD', '--', '.')).toContain('+two')
    expect(existsSync(mark)).toBe(false)
  })

  it.each([
    ['too many to be named', 'evil', 30_000],
    ['of a name that cannot be spelled in a setting', 'a=b', 0],
    ['without a name', '', 0],
  ])('runs no filters, %s', async (_, name, count) => {
    const { folder } = createRepository()
    const mark = join(folder, '.git', 'ran')
    writeFileSync(join(folder, '.gitattributes'), `* filter=${name}\n`)
    const many = Array.from({ length: count }, (_, n) => `[filter "${'x'.repeat(30)}${n}"]\n\tclean = cat\n`)
    appendFileSync(
      join(folder, '.git', 'config'),
      `${many.join('')}[filter "${name}"]\n\tclean = "touch ${mark}; cat"\n`,
    )
    writeFileSync(join(folder, 'a.txt'), 'two\n')
    const git = await openGit({ cwd: folder, env: process.env })
    expect(await git('diff', 'HEAD', '--', '.')).toBeNull()
    expect(existsSync(mark)).toBe(false)
  })

  it('enters no repository inside, whose settings nobody looked at', async () => {
    const { folder, run } = createRepository()
    const mark = join(folder, '.git', 'ran')
    const inner = join(folder, 'sub')
    mkdirSync(inner)
    const within = (...args: readonly string[]): void => {
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: inner,
        stdio: 'pipe',
      })
    }
    within('init', '-q')
    writeFileSync(join(inner, '.gitattributes'), '* filter=evil\n')
    writeFileSync(join(inner, 'b.txt'), 'one\n')
    within('add', '.')
    within('commit', '-qm', 'inner')
    run('add', 'sub')
    run('commit', '-qm', 'with a submodule')
    within('config', 'filter.evil.clean', `touch ${mark}; cat`)
    writeFileSync(join(inner, 'b.txt'), 'two\n')
    writeFileSync(join(folder, 'a.txt'), 'two\n')
    const git = await openGit({ cwd: folder, env: process.env })
    expect(await git('status', '--short')).toContain('a.txt')
    expect(existsSync(mark)).toBe(false)
    execFileSync('git', ['status'], { cwd: folder, stdio: 'pipe' })
    expect(existsSync(mark)).toBe(true)
  })

  it.each([
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
    [
      'half a gigabyte',
      (path: string) => {
        writeFileSync(path, '')
        truncateSync(path, 512 * 1024 ** 2)
      },
    ],
  ])('is not asked to read %s in the place of an ignore file', async (_, make) => {
    for (const place of ['.gitignore', 'below/.gitignore', '.git/info/exclude', '.gitattributes']) {
      const { folder } = createRepository()
      mkdirSync(join(folder, 'below'))
      writeFileSync(join(folder, 'below', 'file'), '')
      rmSync(join(folder, place), { force: true })
      make(join(folder, place))
      const git = await openGit({ cwd: folder, env: process.env })
      expect([place, await git('status', '--short')]).toEqual([place, null])
      expect(await git('log', '--oneline')).toContain('first')
    }
  })

  it('looks at no folder outside, which the repository calls its own', async () => {
    const { folder, run } = createRepository()
    const other = mkdtempSync(join(tmpdir(), 'antiphon-git-'))
    folders.push(other)
    writeFileSync(join(other, 'a.txt'), 'a secret\n')
    run('config', 'core.worktree', other)
    const git = await openGit({ cwd: folder, env: process.env })
    expect(await git('diff', 'HEAD', '--', '.')).toBeNull()
  })

  it('says nothing where there is no repository', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'antiphon-git-'))
    folders.push(folder)
    const git = await openGit({ cwd: folder, env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() } })
    expect(await git('status')).toBeNull()
  })
})
