import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToolHarness, type ToolHarness, type ToolRun } from '../../testing/tool-harness.ts'
import { createEditTool } from './edit-tool.ts'
import { findOccurrences, replaceSpans } from './find-occurrences.ts'
import { createReadTool } from './read-tool.ts'

const read = createReadTool()
const edit = createEditTool()
let harness: ToolHarness

beforeEach(async () => {
  harness = await createToolHarness()
})
afterEach(() => harness.close())

type Change = { readonly old_string: string; readonly new_string: string; readonly replace_all?: boolean }

async function editFile(
  content: string | Buffer,
  change: Change,
): Promise<ToolRun & { readonly bytes: Buffer }> {
  const path = harness.path('a.txt')
  writeFileSync(path, content)
  await harness.run(read, { file_path: path })
  const run = await harness.run(edit, { file_path: path, ...change })
  return { ...run, bytes: readFileSync(path) }
}

describe('Edit', () => {
  it('gives what Claude Code gives, with the changed lines', async () => {
    const { outcome, text } = await editFile('alpha\nline2\n', { old_string: 'alpha', new_string: 'beta' })
    expect(outcome.data).toEqual({
      filePath: harness.path('a.txt'),
      oldString: 'alpha',
      newString: 'beta',
      originalFile: 'alpha\nline2\n',
      structuredPatch: [
        { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: ['-alpha', '+beta', ' line2'] },
      ],
      userModified: false,
      replaceAll: false,
    })
    expect(text).toContain('1\tbeta\n2\tline2')
    expect(outcome.isError).toBeUndefined()
  })

  it('is a write of one file that runs alone', async () => {
    const call = await harness.prepare(edit, { file_path: 'a.ts', old_string: 'a', new_string: 'b' })
    expect(call).toMatchObject({
      access: { kind: 'write', paths: [harness.path('a.ts')] },
      isReadOnly: false,
      isConcurrencySafe: false,
      input: { file_path: harness.path('a.ts'), replace_all: false },
    })
  })

  it('takes the new text as it is, not as a pattern', async () => {
    const { bytes } = await editFile('a b c', { old_string: 'b', new_string: '$& $1 $$' })
    expect(bytes.toString()).toBe('a $& $1 $$ c')
  })

  it('changes the file again without reading it in between', async () => {
    await editFile('one two', { old_string: 'one', new_string: '1' })
    const path = harness.path('a.txt')
    const { outcome } = await harness.run(edit, { file_path: path, old_string: 'two', new_string: '2' })
    expect(outcome.isError).toBeUndefined()
    expect(readFileSync(path, 'utf8')).toBe('1 2')
  })

  it('keeps the mark and the line endings, also mixed ones', async () => {
    const { bytes } = await editFile('\uFEFFa\r\nb\nc\r\nd\r\n', {
      old_string: 'a\nb\nc',
      new_string: 'x\ny',
    })
    expect(bytes.toString()).toBe('\uFEFFx\r\ny\r\nd\r\n')
  })

  it('keeps UTF-16', async () => {
    const content = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('häuser', 'utf16le')])
    const { bytes } = await editFile(content, { old_string: 'ä', new_string: 'ö' })
    expect(bytes.subarray(2).toString('utf16le')).toBe('höuser')
    expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]))
  })

  it('replaces every occurrence when asked to', async () => {
    const { bytes, text } = await editFile('aXbXc', { old_string: 'X', new_string: '-', replace_all: true })
    expect(bytes.toString()).toBe('a-b-c')
    expect(text).toContain('All 2 occurrences')
  })

  it('says in which lines a text stands more than once', async () => {
    const { text, bytes, outcome } = await editFile('x\ny\nx\n', { old_string: 'x', new_string: 'z' })
    expect(outcome.isError).toBe(true)
    expect(text).toContain('2 times, in lines 1, 3')
    expect(bytes.toString()).toBe('x\ny\nx\n')
  })

  it.each([
    ['line numbers', 'if (a) {\n  b()\n}', '1\tif (a) {\n2\t  b()', 'line numbers'],
    ['escapes', 'say("a")\nb', 'say(\\"a\\")\\nb', 'escaped'],
    ['entities', 'a < b', 'a &lt; b', 'HTML entities'],
    ['curly quotes', 'x\nsay “hello”', 'say "hello"', 'line 2'],
    ['indentation', 'function a() {\n\treturn 1\n}', 'function a() {\n    return 1\n}', 'whitespace'],
    ['upper case', 'const Alpha = 1', 'const alpha = 1', 'case'],
    ['a nearest line', 'x\ny\nconst total = sum(items)\n', 'const total = sum(item)', 'line 3'],
  ])('explains a text that is not found: %s', async (_, content, old_string, reason) => {
    const { text, outcome } = await editFile(content, { old_string, new_string: 'new' })
    expect(outcome.isError).toBe(true)
    expect(text).toContain('not found')
    expect(text).toContain(reason)
  })

  it('says that nothing is like it', async () => {
    const { text } = await editFile('alpha', { old_string: 'something else entirely', new_string: '' })
    expect(text).toContain('Nothing like it')
  })

  it('wants the file read first', async () => {
    const path = harness.path('a.txt')
    writeFileSync(path, 'alpha')
    const { text } = await harness.run(edit, { file_path: path, old_string: 'alpha', new_string: 'b' })
    expect(text).toContain('not been read')
    expect(readFileSync(path, 'utf8')).toBe('alpha')
  })

  it('refuses a file that changed since, even at the same time', async () => {
    const path = harness.path('a.txt')
    writeFileSync(path, 'alpha')
    const time = new Date(1_700_000_000_000)
    utimesSync(path, time, time)
    await harness.run(read, { file_path: path })
    writeFileSync(path, 'alpha!')
    utimesSync(path, time, time)
    const { text } = await harness.run(edit, { file_path: path, old_string: 'alpha', new_string: 'b' })
    expect(text).toContain('changed since')
    expect(readFileSync(path, 'utf8')).toBe('alpha!')
  })

  it('does not mind a file that was only touched', async () => {
    const path = harness.path('a.txt')
    writeFileSync(path, 'alpha')
    await harness.run(read, { file_path: path })
    utimesSync(path, new Date(), new Date(Date.now() + 60_000))
    const { outcome } = await harness.run(edit, { file_path: path, old_string: 'alpha', new_string: 'b' })
    expect(outcome.isError).toBeUndefined()
  })

  it('makes a new file of an empty old text, with its folders', async () => {
    const path = harness.path('new/folder/a.txt')
    const { outcome } = await harness.run(edit, { file_path: path, old_string: '', new_string: 'hello\n' })
    expect(readFileSync(path, 'utf8')).toBe('hello\n')
    expect(outcome.data).toMatchObject({ originalFile: '', structuredPatch: [{ lines: ['+hello'] }] })
  })

  it('refuses an empty old text for a file with content, a missing file, and a change of nothing', async () => {
    const { text } = await editFile('alpha', { old_string: '', new_string: 'b' })
    expect(text).toContain('exists and has content')
    const missing = await harness.run(edit, {
      file_path: harness.path('b'),
      old_string: 'a',
      new_string: 'b',
    })
    expect(missing.text).toContain('does not exist')
    const same = await harness.run(edit, {
      file_path: harness.path('a.txt'),
      old_string: 'a',
      new_string: 'a',
    })
    expect(same.text).toContain('nothing to change')
  })

  it('does not touch bytes that are no text', async () => {
    const content = Buffer.from([0x61, 0xe9, 0x62])
    const { outcome, bytes } = await editFile(content, { old_string: 'a', new_string: 'c' })
    expect(outcome.isError).toBe(true)
    expect(bytes).toEqual(content)
  })
})

describe('findOccurrences', () => {
  it('finds in a text with any line endings what it finds in the same text with line feeds', () => {
    const piece = fc.constantFrom('a', 'b', '\n', '\r\n', '\r')
    const text = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''))
    const needle = fc.array(fc.constantFrom('a', 'b', '\n'), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(text, needle, (text, pieces) => {
        const wanted = pieces.join('')
        const plain = (value: string) => value.replaceAll('\r\n', '\n')
        const changed = replaceSpans(text, findOccurrences(text, wanted), '#')
        expect(plain(changed)).toBe(plain(text).replaceAll(wanted, '#'))
      }),
      { numRuns: 2000 },
    )
  })
})
