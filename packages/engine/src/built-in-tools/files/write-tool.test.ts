import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import { createReadTool } from './read-tool.ts'
import { createWriteTool } from './write-tool.ts'

const read = createReadTool()
const write = createWriteTool()
let harness: ToolHarness

beforeEach(async () => {
  harness = await createToolHarness()
})
afterEach(() => harness.close())

async function overwrite(path: string, content: string) {
  await harness.run(read, { file_path: path })
  return harness.run(write, { file_path: path, content })
}

describe('Write', () => {
  it('makes a file and its folders, as Claude Code records it', async () => {
    const path = harness.path('a/b/c.txt')
    const { outcome } = await harness.run(write, { file_path: path, content: 'hello\n' })
    expect(readFileSync(path, 'utf8')).toBe('hello\n')
    expect(outcome.data).toEqual({
      type: 'create',
      filePath: path,
      content: 'hello\n',
      structuredPatch: [],
      originalFile: null,
    })
    expect(readdirSync(harness.path('a/b'))).toEqual(['c.txt'])
  })

  it('replaces a file that was read', async () => {
    const path = harness.path('a.txt')
    writeFileSync(path, 'old\n')
    const { outcome } = await overwrite(path, 'new\n')
    expect(readFileSync(path, 'utf8')).toBe('new\n')
    expect(outcome.data).toMatchObject({
      type: 'update',
      originalFile: 'old\n',
      structuredPatch: [{ lines: ['-old', '+new'] }],
    })
  })

  it('replaces its own file again', async () => {
    const path = harness.path('a.txt')
    await harness.run(write, { file_path: path, content: 'one' })
    const { outcome } = await harness.run(write, { file_path: path, content: 'two' })
    expect(outcome.isError).toBeUndefined()
    expect(readFileSync(path, 'utf8')).toBe('two')
  })

  it('refuses a file that was not read, or that changed since', async () => {
    const path = harness.path('a.txt')
    writeFileSync(path, 'old')
    const unread = await harness.run(write, { file_path: path, content: 'new' })
    expect(unread.text).toContain('not been read')
    await harness.run(read, { file_path: path })
    writeFileSync(path, 'older')
    const changed = await harness.run(write, { file_path: path, content: 'new' })
    expect(changed.text).toContain('changed since')
    expect(readFileSync(path, 'utf8')).toBe('older')
  })

  it('keeps mode, links and hard links', async () => {
    const path = harness.path('script.sh')
    writeFileSync(path, 'old')
    chmodSync(path, 0o751)
    symlinkSync('script.sh', harness.path('link'))
    await overwrite(harness.path('link'), 'new')
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(statSync(path).mode & 0o777).toBe(0o751)
    expect(lstatSync(harness.path('link')).isSymbolicLink()).toBe(true)
    linkSync(path, harness.path('hard'))
    await overwrite(path, 'newer')
    expect(readFileSync(harness.path('hard'), 'utf8')).toBe('newer')
  })

  it('makes the file to which a link leads', async () => {
    symlinkSync('target.txt', harness.path('link'))
    await harness.run(write, { file_path: harness.path('link'), content: 'x' })
    expect(readFileSync(harness.path('target.txt'), 'utf8')).toBe('x')
  })

  it('keeps line endings that a model does not see', async () => {
    const path = harness.path('a.txt')
    writeFileSync(path, 'a\r\nb\r\n')
    const { text } = await overwrite(path, 'a\nc\n')
    expect(readFileSync(path, 'utf8')).toBe('a\r\nc\r\n')
    expect(text).toContain('CRLF')
  })

  it('says why something cannot be written, and leaves nothing behind', async () => {
    mkdirSync(harness.path('folder'))
    writeFileSync(harness.path('file'), '')
    const folder = await harness.run(write, { file_path: harness.path('folder'), content: 'x' })
    expect(folder.text).toContain('folder')
    const below = await harness.run(write, { file_path: harness.path('file/below'), content: 'x' })
    expect(below.outcome.isError).toBe(true)
    expect(below.text).toContain('a part of the path is a file')
    expect(readdirSync(harness.cwd).sort()).toEqual(['file', 'folder'])
  })
})

describe('writeFileAtomically', () => {
  it('writes nothing when somebody was quicker', async () => {
    const path = harness.path('a.txt')
    writeFileSync(path, 'old')
    const expected = statSync(path)
    writeFileSync(path, 'theirs')
    const stats = await writeFileAtomically({ path, bytes: Buffer.from('ours'), expected })
    expect(stats).toBeNull()
    expect(readFileSync(path, 'utf8')).toBe('theirs')
    expect(await writeFileAtomically({ path, bytes: Buffer.from('ours'), expected: null })).toBeNull()
    expect(readdirSync(harness.cwd)).toEqual(['a.txt'])
  })
})
