import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findExecutable } from '../../files/find-executable.ts'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import { createGrepTool } from './grep-tool.ts'

const grep = createGrepTool()
const hasRipgrep = (await findExecutable('rg', process.env)) !== null
if (!hasRipgrep) console.warn('Grep is tested without ripgrep only: rg is not on the PATH')

const SEARCHERS = [
  { name: 'without ripgrep', env: { PATH: '' } },
  ...(hasRipgrep ? [{ name: 'with ripgrep', env: process.env }] : []),
]

describe.each(SEARCHERS)('Grep $name', ({ env }) => {
  let harness: ToolHarness

  beforeEach(async () => {
    harness = await createToolHarness({ env })
  })
  afterEach(() => harness.close())

  function write(name: string, content: string | Buffer): void {
    const path = harness.path(name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }

  async function search(input: object): Promise<string> {
    const { outcome, text } = await harness.run(grep, input)
    expect(outcome.isError, text).toBeUndefined()
    return text
  }

  it('gives the files, the newest first, as Claude Code records it', async () => {
    write('a.ts', 'needle')
    write('src/b.ts', 'a needle')
    write('c.ts', 'hay')
    utimesSync(harness.path('src/b.ts'), new Date(), new Date(Date.now() + 5000))
    const { outcome, text } = await harness.run(grep, { pattern: 'needle' })
    expect(text).toBe('Found 2 files\nsrc/b.ts\na.ts')
    expect(outcome.data).toEqual({ mode: 'files_with_matches', filenames: ['src/b.ts', 'a.ts'], numFiles: 2 })
  })

  it('gives lines with numbers and their surroundings', async () => {
    write('a.txt', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\ntwo\n')
    const input = { pattern: 'two', output_mode: 'content', '-A': 1, '-B': 1 }
    expect(await search(input)).toBe(
      'a.txt-1-one\na.txt:2:two\na.txt-3-three\n--\na.txt-8-eight\na.txt:9:two',
    )
    const { outcome } = await harness.run(grep, { pattern: 'two', output_mode: 'content' })
    const content = 'a.txt:2:two\na.txt:9:two'
    expect(outcome.data).toEqual({ mode: 'content', numFiles: 0, filenames: [], content, numLines: 2 })
    expect(await search({ pattern: 't.o', output_mode: 'content', '-n': false })).toBe('a.txt:two\na.txt:two')
  })

  it('leaves out the path of a single file', async () => {
    write('a.txt', 'one\ntwo\n')
    expect(await search({ pattern: 'two', output_mode: 'content', path: 'a.txt' })).toBe('2:two')
    expect(await search({ pattern: 'two', path: 'a.txt' })).toBe('Found 1 file\na.txt')
  })

  it('counts lines that match', async () => {
    write('b.txt', 'x x\nx\n')
    write('a.txt', 'x\n')
    const { outcome, text } = await harness.run(grep, { pattern: 'x', output_mode: 'count' })
    expect(text).toBe('a.txt:1\nb.txt:2\n\nFound 3 occurrences in 2 files.')
    expect(outcome.data).toMatchObject({ mode: 'count', numFiles: 2, numMatches: 3 })
  })

  it('takes globs, kinds and case', async () => {
    write('a.ts', 'Word')
    write('b.js', 'Word')
    write('src/c.tsx', 'Word')
    write('src/d.py', 'Word')
    const files = async (input: object) =>
      (await search({ pattern: 'Word', output_mode: 'content', '-n': false, ...input }))
        .split(/:Word\n?/)
        .slice(0, -1)
    expect(await files({ glob: '*.{ts,tsx}' })).toEqual(['a.ts', 'src/c.tsx'])
    expect(await files({ glob: '*.ts,*.js' })).toEqual(['a.ts', 'b.js'])
    expect(await files({ glob: 'src/**' })).toEqual(['src/c.tsx', 'src/d.py'])
    expect(await files({ glob: '!*.py' })).toEqual(['a.ts', 'b.js', 'src/c.tsx'])
    expect(await files({ type: 'ts' })).toEqual(['a.ts', 'src/c.tsx'])
    expect(await files({ type: 'ts', glob: 'src/*' })).toEqual(['src/c.tsx'])
    expect(await search({ pattern: 'word' })).toBe('No files found')
    expect(await search({ pattern: 'word', '-i': true, glob: 'a.ts' })).toBe('Found 1 file\na.ts')
    expect((await harness.run(grep, { pattern: 'x', type: 'klingon' })).text).toContain('rust')
  })

  it('spans lines when asked to, and says so when it is needed', async () => {
    write('a.txt', 'start {\n  inner\n}\nrest\n')
    const input = { pattern: 'start \\{.*?\\}', output_mode: 'content', multiline: true }
    expect(await search(input)).toBe('a.txt:1:start {\na.txt:2:  inner\na.txt:3:}')
    write('b.txt', 'one\r\ntwo\r\n')
    const paired = { pattern: 'one\\ntwo$', output_mode: 'content', multiline: true, glob: 'b.txt' }
    expect(await search(paired)).toBe('b.txt:1:one\nb.txt:2:two')
    const { text, outcome } = await harness.run(grep, { pattern: 'start \\{\\n' })
    expect(outcome.isError).toBe(true)
    expect(text).toContain('multiline')
  })

  it('leaves out what is ignored, binary or linked', async () => {
    write('.gitignore', '*.log\nbuild/\n')
    write('a.log', 'needle')
    write('build/b.txt', 'needle')
    write('node_modules/c.js', 'needle')
    write('.git/config', 'needle')
    write('binary', Buffer.from('needle\0'))
    write('.hidden', 'needle')
    write('kept.txt', 'needle')
    symlinkSync('kept.txt', harness.path('link.txt'))
    symlinkSync('..', harness.path('build/up'))
    expect(await search({ pattern: 'needle', output_mode: 'content', '-n': false })).toBe(
      '.hidden:needle\nkept.txt:needle',
    )
    expect(await search({ pattern: 'needle', path: 'build' })).toBe('Found 1 file\nbuild/b.txt')
    expect(await search({ pattern: 'needle', path: 'binary' })).toBe('No files found')
  })

  it('reads UTF-16, a mark and carriage returns', async () => {
    write('wide.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('größe\n', 'utf16le')]))
    write('mark.txt', '\uFEFFgröße\r\n')
    expect(await search({ pattern: '^größe$', output_mode: 'content' })).toBe(
      'mark.txt:1:größe\nwide.txt:1:größe',
    )
  })

  it('goes through many matches page by page', async () => {
    write('a.txt', 'x\n'.repeat(1000))
    const first = await harness.run(grep, { pattern: 'x', output_mode: 'content', head_limit: 3 })
    expect(first.text).toContain('a.txt:3:x\n\n[3 shown from offset 0; there are more. Go on with offset 3')
    expect(first.outcome.data).toMatchObject({ numLines: 3, appliedLimit: 3 })
    const second = await harness.run(grep, { pattern: 'x', output_mode: 'content', head_limit: 2, offset: 3 })
    expect(second.outcome.data).toMatchObject({ content: 'a.txt:4:x\na.txt:5:x', appliedOffset: 3 })
    const last = await harness.run(grep, { pattern: 'x', output_mode: 'content', offset: 5000 })
    expect(last.text).toContain('behind offset 5000')
  })

  it('gives only as much as can be read', async () => {
    write('a.txt', `x${'y'.repeat(100_000)}\n`.repeat(2))
    write('b.txt', `x${'z'.repeat(400)}\n`.repeat(2000))
    const text = await search({ pattern: 'x', output_mode: 'content', head_limit: 0 })
    expect(text.length).toBeLessThan(32_000)
    expect(text).toContain('more characters]')
    expect(text).toContain('there are more')
  })

  it('explains a pattern that is wrong', async () => {
    write('a.txt', 'x')
    const { text, outcome } = await harness.run(grep, { pattern: 'foo(' })
    expect(outcome.isError).toBe(true)
    expect(text).toContain('backslash')
  })

  it('takes a pattern that begins like an option, and one that only JavaScript knows', async () => {
    write('a.go', 'interface{} --foo bar')
    expect(await search({ pattern: '--foo' })).toContain('a.go')
    expect(await search({ pattern: '(?<=foo )bar' })).toContain('a.go')
    expect(await search({ pattern: 'interface{}' })).toContain('a.go')
  })

  it('does not hang on a pattern that tries without end', async () => {
    write('a.txt', `${'a'.repeat(60)}b\n`)
    const { text } = await harness.run(grep, { pattern: '^(a+)+$' })
    expect(text).toMatch(/takes too long|No files found/)
  })

  it('says that a path is missing, and is interrupted', async () => {
    expect((await harness.run(grep, { pattern: 'x', path: 'nowhere' })).text).toContain('does not exist')
    harness.abort()
    expect((await harness.run(grep, { pattern: 'x' })).outcome.isError).toBe(true)
  })

  it('is a read of what it searches', async () => {
    const call = await harness.prepare(grep, { pattern: 'x', path: 'src' })
    expect(call).toMatchObject({
      access: { kind: 'read', paths: [harness.path('src')] },
      isReadOnly: true,
      isConcurrencySafe: true,
    })
  })
})
