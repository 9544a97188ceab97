import { describe, expect, it } from 'vitest'
import { createToolHarness } from '../testing/tool-harness.ts'
import { createFileTools } from './index.ts'

describe('createFileTools', () => {
  it('has the names and the required fields that models know', () => {
    const tools = createFileTools().map(({ name, inputSchema }) => [name, inputSchema.required])
    expect(Object.fromEntries(tools)).toEqual({
      Read: ['file_path'],
      Write: ['file_path', 'content'],
      Edit: ['file_path', 'old_string', 'new_string'],
      NotebookEdit: ['notebook_path', 'new_source'],
      Glob: ['pattern'],
      Grep: ['pattern'],
    })
  })

  it('answers every input that is wrong with a problem', async () => {
    const harness = await createToolHarness()
    try {
      for (const tool of createFileTools())
        for (const input of [null, 'text', {}, { file_path: 1, pattern: [], notebook_path: null }]) {
          const { outcome } = await harness.run(tool, input)
          expect(outcome.isError).toBe(true)
          expect(outcome.content).toContain(tool.name)
        }
    } finally {
      await harness.close()
    }
  })
})
