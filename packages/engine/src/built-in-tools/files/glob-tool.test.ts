import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import { createGlobTool } from './glob-tool.ts'

const glob = createGlobTool()
let harness: ToolHarness

beforeEach(async () => {
  harness = await createToolHarness()
})
afterEach(() => harness.close())

let seconds = 0

/** Each file is newer than the one before. */
function make(...names: string[]): void {
  for (const name of names) {
    const path = harness.path(name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, name.endsWith('ignore') ? '*.log\n/dist/\n!keep.log\n' : '')
    seconds += 1
    utimesSync(path, 1_700_000_000 + seconds, 1_700_000_000 + seconds)
  }
}

async function find(input: object): Promise<readonly string[]> {
  const { outcome } = await harness.run(glob, input)
  expect(outcome.isError).toBeUndefined()
  const { filenames } = outcome.data as { filenames: string[] }
  return filenames.map(name => name.replace(`${harness.cwd}/`, ''))
}

describe('Glob', () => {
  it('gives absolute paths, the newest first, as Claude Code records it', async () => {
    make('src/a.ts', 'b.ts', 'src/deep/c.ts', 'd.js')
    const { outcome, text } = await harness.run(glob, { pattern: '**/*.ts' })
    const filenames = ['src/deep/c.ts', 'b.ts', 'src/a.ts'].map(name => harness.path(name))
    expect(outcome.data).toEqual({ filenames, durationMs: 0, numFiles: 3, truncated: false })
    expect(text).toBe(filenames.join('\n'))
  })

  it('finds a pattern without a slash at every depth, and one that begins with ./ only here', async () => {
    make('src/a.ts', 'b.ts')
    expect(await find({ pattern: '*.ts' })).toEqual(['b.ts', 'src/a.ts'])
    expect(await find({ pattern: './*.ts' })).toEqual(['b.ts'])
    expect(await find({ pattern: 'src/*.ts' })).toEqual(['src/a.ts'])
    expect(await find({ pattern: 'a.ts' })).toEqual(['src/a.ts'])
    expect(await find({ pattern: 'src/a.ts' })).toEqual(['src/a.ts'])
    expect(await find({ pattern: `${harness.cwd}/src/**` })).toEqual(['src/a.ts'])
    expect(await find({ pattern: '*.{js,ts}', path: 'src' })).toEqual(['src/a.ts'])
  })

  it('is a read of the folder that it searches', async () => {
    const call = await harness.prepare(glob, { pattern: '/etc/**/*.conf' })
    expect(call).toMatchObject({
      access: { kind: 'read', paths: ['/etc'] },
      isReadOnly: true,
      isConcurrencySafe: true,
    })
    const above = await harness.prepare(glob, { pattern: '../*.ts' })
    expect(above.access).toEqual({ kind: 'read', paths: [dirname(harness.cwd)] })
  })

  it('leaves out what is ignored, unless it is named', async () => {
    make('.gitignore', 'a.log', 'keep.log', 'dist/b.js', 'node_modules/c.js', '.git/d.js', 'sub/dist/e.js')
    expect((await find({ pattern: '**' })).toSorted()).toEqual(['.gitignore', 'keep.log', 'sub/dist/e.js'])
    expect(await find({ pattern: 'dist/*.js' })).toEqual(['dist/b.js'])
    expect(await find({ pattern: '*.js', path: harness.path('node_modules') })).toEqual(['node_modules/c.js'])
  })

  it('respects the ignore files above the folder, up to the root of the repository', async () => {
    make('.gitignore', '.git/HEAD', 'sub/a.log', 'sub/b.txt')
    expect(await find({ pattern: '**', path: 'sub' })).toEqual(['sub/b.txt'])
  })

  it('does not follow links in a circle', async () => {
    make('a/file.txt')
    symlinkSync('..', harness.path('a/up'))
    symlinkSync('nowhere', harness.path('a/dangling.txt'))
    symlinkSync('file.txt', harness.path('a/link.txt'))
    expect((await find({ pattern: '**/*.txt' })).toSorted()).toEqual(['a/file.txt', 'a/link.txt'])
  })

  it('gives a hundred files at most and says that there are more', async () => {
    make(...Array.from({ length: 130 }, (_, index) => `f${index}.txt`))
    const { outcome, text } = await harness.run(glob, { pattern: '*.txt' })
    expect(outcome.data).toMatchObject({ numFiles: 100, truncated: true })
    expect(text).toContain('100 of 130')
  })

  it('says that there are none', async () => {
    expect((await harness.run(glob, { pattern: '*.none' })).text).toBe('No files found')
  })

  it('refuses a folder that is missing, a file, and a pattern that would take for ever', async () => {
    make('a.txt')
    const missing = await harness.run(glob, { pattern: '*', path: 'nowhere' })
    expect(missing.text).toContain('does not exist')
    const file = await harness.run(glob, { pattern: '*', path: 'a.txt' })
    expect(file.text).toContain('not a folder')
    const slow = await harness.run(glob, { pattern: '*a*a*a*a*a*a*b' })
    expect(slow.outcome.isError).toBe(true)
  })

  it('is interrupted', async () => {
    harness.abort()
    expect((await harness.run(glob, { pattern: '*' })).outcome.isError).toBe(true)
  })
})
