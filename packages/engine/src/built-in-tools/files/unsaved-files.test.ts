import { existsSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collectEditedFiles } from '../../memory/collect-edited-files.ts'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import { createEditTool } from './edit-tool.ts'
import { createReadTool } from './read-tool.ts'
import { createWriteTool } from './write-tool.ts'

const [read, edit, write] = [createReadTool(), createEditTool(), createWriteTool()]
const buffers = new Map<string, string>()
let harness: ToolHarness

/** An editor that changes what is open and leaves saving to the person. */
const editor = {
  readText: async (path: string) => buffers.get(path) ?? null,
  writeText: async (path: string, text: string) => void buffers.set(path, text),
  startCommand: null,
}

beforeEach(async () => {
  buffers.clear()
  harness = await createToolHarness({ services: { editor } })
})
afterEach(() => harness.close())

function open(name: string, saved: string | null, unsaved: string): string {
  const path = harness.path(name)
  if (saved !== null) writeFileSync(path, saved)
  buffers.set(path, unsaved)
  return path
}

describe('what a person has not saved', () => {
  it('is what Read shows and Edit changes, and the disk is left alone', async () => {
    const path = open('a.txt', 'saved\n', 'one\ntwo\n')
    expect((await harness.run(read, { file_path: path })).text).toContain('1\tone')
    const { outcome } = await harness.run(edit, { file_path: path, old_string: 'two', new_string: 'zwei' })
    expect(outcome).toMatchObject({ data: { structuredPatch: [{ lines: [' one', '-two', '+zwei'] }] } })
    expect(buffers.get(path)).toBe('one\nzwei\n')
    expect(readFileSync(path, 'utf8')).toBe('saved\n')
    expect(await collectEditedFiles(harness.context.files)).toEqual([])
  })

  it('is read again however often it is asked for, since it changes without a trace on disk', async () => {
    const path = open('a.txt', 'saved\n', 'one\n')
    await harness.run(read, { file_path: path })
    buffers.set(path, 'other\n')
    expect((await harness.run(read, { file_path: path })).text).toContain('other')
  })

  it('is not written over where the model has not seen it', async () => {
    const path = open('a.txt', 'saved\n', 'one\n')
    await harness.run(read, { file_path: path })
    buffers.set(path, 'typed meanwhile\n')
    expect((await harness.run(write, { file_path: path, content: 'new' })).text).toContain('changed since')
    expect((await harness.run(edit, { file_path: path, old_string: 'one', new_string: '1' })).text).toContain(
      'changed since',
    )
    expect(buffers.get(path)).toBe('typed meanwhile\n')
  })

  it('may be a file that is on no disk yet', async () => {
    const path = open('new.txt', null, 'draft\n')
    expect((await harness.run(read, { file_path: path })).text).toContain('draft')
    expect(await collectEditedFiles(harness.context.files)).toEqual([])
    const { outcome } = await harness.run(edit, { file_path: path, old_string: 'draft', new_string: 'text' })
    expect(outcome.isError).toBeUndefined()
    expect(buffers.get(path)).toBe('text\n')
    expect(existsSync(path)).toBe(false)
  })

  it('goes nowhere that was not allowed: a path that became a link is refused', async () => {
    const path = open('a.txt', 'saved\n', 'one\n')
    await harness.run(read, { file_path: path })
    const call = await harness.prepare(write, { file_path: path, content: 'new' })
    unlinkSync(path)
    symlinkSync('/etc/hostname', path)
    const { value } = await call.run().next()
    expect(value).toMatchObject({ isError: true })
    expect(JSON.stringify(value)).toContain('nothing was written')
    expect(buffers.get(path)).toBe('one\n')
  })

  it('stands back where the editor knows nothing of a file', async () => {
    const path = harness.path('b.txt')
    writeFileSync(path, 'on disk\n')
    expect((await harness.run(read, { file_path: path })).text).toContain('on disk')
    await harness.run(write, { file_path: path, content: 'new\n' })
    expect(buffers.get(path)).toBe('new\n')
  })
})
