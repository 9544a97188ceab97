import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolvePath } from '../../files/resolve-path.ts'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import { createEditTool } from './edit-tool.ts'
import { createNotebookEditTool } from './notebook-edit-tool.ts'
import { createReadTool } from './read-tool.ts'
import { createWriteTool } from './write-tool.ts'

let harness: ToolHarness

beforeEach(async () => {
  harness = await createToolHarness()
})
afterEach(() => harness.close())

const write = createWriteTool()
const bytes = Buffer.from('ours')

/** `a -> b/c` and `b/c/x -> ../../outside/new`: by its letters a link beside the project, for the kernel one in it. */
function makeCrossedLinks(): void {
  mkdirSync(harness.path('p/b/c'), { recursive: true })
  for (const folder of ['outside', 'p/outside']) mkdirSync(harness.path(folder))
  symlinkSync('b/c', harness.path('p/a'))
  symlinkSync('../../outside/new', harness.path('p/b/c/x'))
}

describe('a file is written where it was judged', () => {
  it('by the kernel’s reading of links, not by their letters', async () => {
    makeCrossedLinks()
    const path = harness.path('p/a/x')
    expect(resolvePath(path, '/')?.real).toBe(resolvePath(harness.path('p/outside/new'), '/')?.real)
    await harness.run(write, { file_path: path, content: 'x' })
    expect(readdirSync(harness.path('outside'))).toEqual([])
    expect(readFileSync(harness.path('p/outside/new'), 'utf8')).toBe('x')
  })

  it('and both are asked about: the path and where it led', () => {
    makeCrossedLinks()
    const call = write.prepare({ file_path: harness.path('p/a/x'), content: 'x' }, harness.context)
    expect('access' in call && call.access).toEqual({
      kind: 'write',
      paths: [harness.path('p/a/x'), resolvePath(harness.path('p/outside/new'), '/')?.real],
    })
  })

  it('or not at all: a folder on the way became a link', async () => {
    mkdirSync(harness.path('p/sub'), { recursive: true })
    mkdirSync(harness.path('outside/sub'), { recursive: true })
    const call = write.prepare({ file_path: harness.path('p/sub/x'), content: 'x' }, harness.context)
    if (!('run' in call)) throw new Error('the call was not prepared')
    renameSync(harness.path('p'), harness.path('old'))
    symlinkSync('outside', harness.path('p'))
    const { value } = await call.run().next()
    expect(value).toMatchObject({ isError: true })
    expect(JSON.stringify(value)).toContain('since this was allowed; nothing was written')
    expect(JSON.stringify(value)).toContain(harness.path('outside/sub'))
    expect(readdirSync(harness.path('outside/sub'))).toEqual([])
    expect(readdirSync(harness.path('old/sub'))).toEqual([])
  })

  it('or not at all: the folder itself, one that is yet to be made, or the file became a link', async () => {
    mkdirSync(harness.path('outside'))
    writeFileSync(harness.path('outside/secret'), 'theirs')
    const places = ['folder/x', 'new/deep/x', 'file'].map(name => harness.path(name))
    const judged = places.map(path => resolvePath(path, '/')?.real ?? null)
    symlinkSync('outside', harness.path('folder'))
    symlinkSync('outside', harness.path('new'))
    symlinkSync('outside/secret', harness.path('file'))
    for (const [index, path] of places.entries())
      await expect(
        writeFileAtomically({ path, place: judged[index], bytes, expected: null }),
      ).rejects.toThrow('nothing was written')
    expect(readdirSync(harness.path('outside'))).toEqual(['secret'])
    expect(readFileSync(harness.path('outside/secret'), 'utf8')).toBe('theirs')
  })

  it('although an existing file moved behind a link', async () => {
    mkdirSync(harness.path('p'))
    writeFileSync(harness.path('p/a.txt'), 'old')
    const path = harness.path('p/a.txt')
    const [expected, place] = [statSync(path), resolvePath(path, '/')?.real ?? null]
    renameSync(harness.path('p'), harness.path('q'))
    symlinkSync('q', harness.path('p'))
    await expect(writeFileAtomically({ path, place, bytes, expected })).rejects.toThrow(harness.path('q'))
    expect(readFileSync(harness.path('q/a.txt'), 'utf8')).toBe('old')
  })

  it('for every tool that writes', async () => {
    mkdirSync(harness.path('p'))
    const notebook =
      '{"cells":[{"cell_type":"code","source":[],"metadata":{}}],"nbformat":4,"nbformat_minor":4}'
    const read = createReadTool()
    const calls = [
      { tool: write, name: 'a.txt', input: { file_path: harness.path('p/a.txt'), content: 'new' } },
      {
        tool: createEditTool(),
        name: 'b.txt',
        input: { file_path: harness.path('p/b.txt'), old_string: 'old', new_string: 'new' },
      },
      {
        tool: createNotebookEditTool(),
        name: 'c.ipynb',
        input: { notebook_path: harness.path('p/c.ipynb'), cell_id: 'cell-0', new_source: 'new' },
      },
    ]
    for (const { name } of calls)
      writeFileSync(harness.path(`p/${name}`), name.endsWith('b') ? notebook : 'old')
    for (const { name } of calls) await harness.run(read, { file_path: harness.path(`p/${name}`) })
    const prepared = calls.map(({ tool, input }) => tool.prepare(input, harness.context))
    renameSync(harness.path('p'), harness.path('q'))
    symlinkSync('q', harness.path('p'))
    for (const call of prepared) {
      if (!('run' in call)) throw new Error('the call was not prepared')
      expect(JSON.stringify((await call.run().next()).value)).toContain('nothing was written')
    }
    expect(readFileSync(harness.path('q/a.txt'), 'utf8')).toBe('old')
    expect(readFileSync(harness.path('q/b.txt'), 'utf8')).toBe('old')
    expect(readFileSync(harness.path('q/c.ipynb'), 'utf8')).toBe(notebook)
  })

  it('also where links were there from the beginning, which stay', async () => {
    mkdirSync(harness.path('real'))
    symlinkSync('real', harness.path('way'))
    symlinkSync('../way/deep/new.txt', harness.path('real/link'))
    await harness.run(write, { file_path: harness.path('way/link'), content: 'x' })
    expect(readFileSync(harness.path('real/deep/new.txt'), 'utf8')).toBe('x')
    expect(lstatSync(harness.path('real/link')).isSymbolicLink()).toBe(true)
    expect(readdirSync(harness.path('real/deep'))).toEqual(['new.txt'])
  })

  it('and says so where links lead in a circle', async () => {
    symlinkSync('b', harness.path('a'))
    symlinkSync('a', harness.path('b'))
    const { text } = await harness.run(write, { file_path: harness.path('a'), content: 'x' })
    expect(text).toContain('symbolic links lead in a circle')
    rmSync(harness.path('a'))
    expect(existsSync(harness.path('b'))).toBe(false)
  })
})
