import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import { createNotebookEditTool } from './notebook-edit-tool.ts'
import { createReadTool } from './read-tool.ts'

const read = createReadTool()
const edit = createNotebookEditTool()
let harness: ToolHarness

beforeEach(async () => {
  harness = await createToolHarness()
})
afterEach(() => harness.close())

const NOTEBOOK = {
  cells: [
    { cell_type: 'markdown', id: 'intro', metadata: { tags: ['a'] }, source: ['# Title'] },
    { cell_type: 'code', id: 'run', metadata: {}, execution_count: 2, outputs: [{}], source: ['go()'] },
  ],
  metadata: { kernelspec: { language: 'julia' } },
  nbformat: 4,
  nbformat_minor: 5,
}

async function change(input: object, notebook: unknown = NOTEBOOK) {
  const notebook_path = harness.path('a.ipynb')
  writeFileSync(notebook_path, `${JSON.stringify(notebook, null, 1)}\n`)
  await harness.run(read, { file_path: notebook_path })
  const run = await harness.run(edit, { notebook_path, ...input })
  const text = readFileSync(notebook_path, 'utf8')
  return { ...run, stored: text, cells: JSON.parse(text).cells }
}

describe('NotebookEdit', () => {
  it('replaces a cell, whose outputs are no longer right', async () => {
    const { cells, outcome, stored } = await change({ cell_id: 'run', new_source: 'a\nb' })
    expect(cells[1]).toEqual({
      cell_type: 'code',
      id: 'run',
      metadata: {},
      execution_count: null,
      outputs: [],
      source: ['a\n', 'b'],
    })
    expect(outcome.data).toMatchObject({
      cell_id: 'run',
      cell_type: 'code',
      language: 'julia',
      edit_mode: 'replace',
      error: '',
      new_source: 'a\nb',
    })
    expect(stored).toMatch(/^\{\n "cells"/)
    expect(stored.endsWith('}\n')).toBe(true)
  })

  it('finds a cell by its place', async () => {
    const { cells } = await change({ cell_id: 'cell-0', new_source: 'x' })
    expect(cells[0]).toEqual({ cell_type: 'markdown', id: 'intro', metadata: { tags: ['a'] }, source: ['x'] })
  })

  it('inserts a cell behind another, or first', async () => {
    const behind = await change({ cell_id: 'intro', new_source: 'x', cell_type: 'code', edit_mode: 'insert' })
    expect(behind.cells.map((cell: { source: string[] }) => cell.source)).toEqual([
      ['# Title'],
      ['x'],
      ['go()'],
    ])
    expect(behind.cells[1].id).toMatch(/^[0-9a-f]{8}$/)
    const first = await change({ new_source: 'x', cell_type: 'markdown', edit_mode: 'insert' })
    expect(first.cells[0]).toMatchObject({ cell_type: 'markdown', source: ['x'] })
    expect(first.cells[0]).not.toHaveProperty('outputs')
  })

  it('gives no id to a cell of an old notebook', async () => {
    const { cells } = await change(
      { new_source: 'x', cell_type: 'code', edit_mode: 'insert' },
      { ...NOTEBOOK, nbformat_minor: 4 },
    )
    expect(cells[0]).not.toHaveProperty('id')
  })

  it('deletes a cell', async () => {
    const { cells } = await change({ cell_id: 'intro', new_source: '', edit_mode: 'delete' })
    expect(cells.map((cell: { id: string }) => cell.id)).toEqual(['run'])
  })

  it('changes the kind of a cell', async () => {
    const { cells } = await change({ cell_id: 'run', new_source: 'text', cell_type: 'markdown' })
    expect(cells[1]).toEqual({ cell_type: 'markdown', id: 'run', metadata: {}, source: ['text'] })
  })

  it('names the cells when it does not find one', async () => {
    const { text, outcome, cells } = await change({ cell_id: 'nope', new_source: 'x' })
    expect(outcome.isError).toBe(true)
    expect(text).toContain('intro, run')
    expect(cells).toEqual(NOTEBOOK.cells)
  })

  it('refuses what is no notebook, and a notebook that was not read', async () => {
    const other = await harness.run(edit, { notebook_path: harness.path('a.py'), new_source: '' })
    expect(other.text).toContain('not a notebook')
    const notebook_path = harness.path('b.ipynb')
    writeFileSync(notebook_path, JSON.stringify(NOTEBOOK))
    const unread = await harness.run(edit, { notebook_path, cell_id: 'run', new_source: 'x' })
    expect(unread.text).toContain('not been read')
    const broken = harness.path('c.ipynb')
    writeFileSync(broken, '{')
    await harness.run(read, { file_path: broken, limit: 10 })
    const unreadable = await harness.run(edit, { notebook_path: broken, cell_id: 'a', new_source: 'x' })
    expect(unreadable.text).toContain('not valid JSON')
  })
})
