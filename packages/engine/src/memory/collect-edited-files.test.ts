import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import type { JsonObject } from '@antiphon/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReadTool } from '../built-in-tools/files/read-tool.ts'
import { createToolHarness, type ToolHarness } from '../testing/tool-harness.ts'
import { collectEditedFiles, formatChange } from './collect-edited-files.ts'
import { collectMentions } from './collect-mentions.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)
let harness: ToolHarness
let clock = 1_700_000_000

beforeEach(async () => {
  harness = await createToolHarness()
})
afterEach(() => harness.close())

/** Writes with a time of its own, so that no two writes look like one. */
async function write(name: string, content: string | Buffer): Promise<string> {
  const path = harness.path(name)
  await writeFile(path, content)
  clock += 10
  await utimes(path, clock, clock)
  return path
}

const read = (name: string, more: JsonObject = {}) =>
  harness.run(createReadTool(), { file_path: harness.path(name), ...more })

describe('collectEditedFiles', () => {
  const collect = () => collectEditedFiles(harness.context.files)

  it('tells what changed, once, and knows the new text then', async () => {
    const filename = await write('a.ts', 'one\ntwo\nthree\n')
    await read('a.ts')
    expect(await collect()).toEqual([])
    await write('a.ts', 'one\n2\nthree\n')
    expect(await collect()).toEqual([
      { type: 'edited_text_file', filename, snippet: '1\tone\n2\t2\n3\tthree' },
    ])
    expect(await collect()).toEqual([])
    expect(harness.context.files.get(filename)?.content).toBe('one\n2\nthree\n')
  })

  it('says nothing of a file that was only touched, or is gone', async () => {
    await write('a.ts', 'same\n')
    const gone = await write('b.ts', 'gone\n')
    await read('a.ts')
    await read('b.ts')
    await write('a.ts', 'same\n')
    await rm(gone)
    expect(await collect()).toEqual([])
    expect(harness.context.files.get(gone)).toBeUndefined()
  })

  it('tells in the order of paths', async () => {
    for (const name of ['c', 'a', 'b']) {
      await write(name, '1\n')
      await read(name)
      await write(name, '2\n')
    }
    expect((await collect()).map(({ filename }) => filename)).toEqual(
      ['a', 'b', 'c'].map(name => harness.path(name)),
    )
  })

  it('makes the agent read again what was read in part or changed too much', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index}`)
    const part = await write('part', lines.join('\n'))
    const much = await write('much', lines.slice(0, 1_500).join('\n'))
    await read('part', { offset: 10, limit: 5 })
    await read('much')
    await write('part', 'short\n')
    await write(
      'much',
      lines
        .slice(0, 1_500)
        .map(line => `${line}!`)
        .join('\n'),
    )
    const attachments = await collect()
    expect(attachments.map(({ snippet }) => snippet)).toEqual([
      expect.stringContaining('Read the file again'),
      '',
    ])
    expect([part, much].map(path => harness.context.files.get(path))).toEqual([undefined, undefined])
  })
})

describe('formatChange', () => {
  it('shows each place with its surroundings and tells where lines are gone', () => {
    const old = Array.from({ length: 30 }, (_, index) => `${index + 1}`)
    const now = old.toSpliced(2, 2).toSpliced(20, 1, 'new')
    expect(formatChange(old.join('\n'), now.join('\n')).text).toBe(
      [
        '1\t1\n2\t2\n[2 lines were removed here]\n3\t5\n4\t6\n5\t7',
        '18\t20\n19\t21\n20\t22\n21\tnew\n22\t24\n23\t25\n24\t26',
      ].join('\n...\n'),
    )
  })
})

describe('collectMentions', () => {
  const collect = (prompt: string, mayRead = (_path: string) => true) =>
    collectMentions({ prompt, read: createReadTool(), context: harness.context, mayRead })

  it('attaches files, parts of files, pictures and folders', async () => {
    const filename = await write('a b.ts', 'one\ntwo\nthree')
    const picture = await write('p.png', PIXEL)
    await mkdir(harness.path('sub', 'deep'), { recursive: true })
    await write('sub/x', '')
    expect(await collect('see @"a b.ts", @"a b.ts#L2-3", @p.png and @sub/.')).toMatchObject([
      {
        type: 'file',
        filename,
        content: { type: 'text', file: { filePath: filename, content: 'one\ntwo\nthree', totalLines: 3 } },
        displayPath: 'a b.ts',
      },
      { type: 'file', content: { type: 'text', file: { content: 'two\nthree', startLine: 2 } } },
      { type: 'file', filename: picture, content: { type: 'image', file: { type: 'image/png' } } },
      { type: 'directory', path: harness.path('sub'), content: 'deep/\nx' },
    ])
    expect(harness.context.files.get(filename)).toBeDefined()
  })

  it('takes names that mean nothing here for words', async () => {
    expect(await collect('ask @somebody or me@example.org about @nothing.ts')).toEqual([])
  })

  it('attaches a file once however it is written', async () => {
    await write('a', 'x')
    expect(await collect(`@a @./a @${harness.path('a')}`)).toHaveLength(1)
  })

  it('tells that a long file is only begun, and names what cannot be shown', async () => {
    await write('long', 'x\n'.repeat(5_000))
    await write('data.bin', Buffer.alloc(100))
    await write('secret', 'words')
    const attachments = await collect('@long @data.bin @secret', path => !path.endsWith('secret'))
    expect(attachments).toMatchObject([
      { type: 'file', truncated: true },
      { type: 'at_mention_reference', unread: 'unexamined' },
      { type: 'at_mention_reference', mentions: [harness.path('secret')] },
    ])
    expect(JSON.stringify(attachments)).not.toContain('words')
  })

  it('bounds a long list of a folder', async () => {
    await mkdir(harness.path('many'))
    for (let index = 0; index < 250; index++) await write(`many/${index}`, '')
    const [attachment] = await collect('@many')
    expect(JSON.stringify(attachment)).toContain('[50 more are not shown]')
  })
})
