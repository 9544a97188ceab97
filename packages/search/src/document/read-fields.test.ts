import { describe, expect, it } from 'vitest'
import { readFields } from './read-fields.ts'

describe('the fields of an entry', () => {
  it('are the parts of a message that has them in the place of its content', () => {
    const message = { role: 'user', parts: [{ type: 'text', text: 'lighthouse' }] }
    expect(readFields({ type: 'user', message })).toEqual([{ kind: 'prompt', text: 'lighthouse' }])
    const both = { role: 'user', content: 'harbour', parts: [{ type: 'text', text: 'lighthouse' }] }
    expect(readFields({ type: 'user', message: both })).toEqual([{ kind: 'prompt', text: 'harbour' }])
  })

  it('are none of lines that nobody reads', () => {
    for (const type of ['progress', 'file-history-snapshot', 'file-history-delta', 'last-prompt'])
      expect(readFields({ type, backup: { text: 'harbour' } })).toEqual([])
  })

  it("are a tool's words once, where its own form of the result says the same", () => {
    const told = { type: 'tool_result', tool_use_id: 't1', content: 'one line \n→ ' }
    const entry = { type: 'user', message: { content: [told] }, toolUseResult: { stdout: 'one line \n→ ' } }
    expect(readFields(entry).map(({ text }) => text)).toEqual(['one line \n→ ', ''])
  })
})
