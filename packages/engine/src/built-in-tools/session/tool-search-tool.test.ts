import { afterEach, describe, expect, it } from 'vitest'
import { closeHarnesses, harnessWith } from './testing/open-harnesses.ts'
import { createToolSearchTool } from './tool-search-tool.ts'

afterEach(closeHarnesses)

describe('ToolSearch', () => {
  const tools = [
    { name: 'mcp__github__create_issue', description: 'Opens an issue' },
    { name: 'mcp__github__search', description: 'Searches code and issues' },
    { name: 'NotebookEdit', description: 'Changes a cell of a notebook' },
    { name: 'Sleep', description: 'Waits' },
  ]

  async function search(query: string, max_results?: number) {
    const harness = await harnessWith({ deferredTools: { list: () => tools } })
    return harness.run(createToolSearchTool(), { query, max_results })
  }

  it.each([
    ['select:Sleep,notebookedit', ['Sleep', 'NotebookEdit']],
    ['select:Sleep,nothing', ['Sleep']],
    ['sleep', ['Sleep']],
    ['notebook', ['NotebookEdit']],
    ['github issue', ['mcp__github__create_issue', 'mcp__github__search']],
    ['+github +cell', []],
    ['+opens issue', ['mcp__github__create_issue']],
    ['quantum', []],
    ['+', []],
  ])('finds with %j', async (query, names) => {
    const { outcome } = await search(query)
    if (names.length === 0) return expect(outcome.isError).toBeUndefined()
    expect(outcome.content).toEqual(names.map(tool_name => ({ type: 'tool_reference', tool_name })))
    expect(outcome.data).toEqual({ matches: names, query, total_deferred_tools: 4 })
  })

  it('gives as many as are wanted', async () => {
    expect((await search('github', 1)).outcome.content).toHaveLength(1)
  })

  it('names what there is when nothing was found', async () => {
    const { text, outcome } = await search('select:Nothing')
    expect(outcome.isError).toBe(true)
    expect(text).toContain('Not found: Nothing.')
    expect(text).toContain('NotebookEdit')
    expect((await (await harnessWith()).run(createToolSearchTool(), { query: 'x' })).text).toContain('none')
  })
})
