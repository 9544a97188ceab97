import { describe, expect, it } from 'vitest'
import { answer, delta, wire } from '../../test/wire-events.ts'
import { createPartialAnswers } from './format-live.ts'

describe('createPartialAnswers', () => {
  it('collects what the model is saying until the block is finished', () => {
    const partial = createPartialAnswers()
    expect(partial.push(delta('The '))).toBe(true)
    expect(partial.push(delta('lamp'))).toBe(true)
    expect(partial.current()).toEqual({ kind: 'text', text: 'The lamp' })
    partial.push(answer({ type: 'text', text: 'The lamp' }))
    expect(partial.current()).toBeUndefined()
  })

  it('leaves out what subagents say', () => {
    const partial = createPartialAnswers()
    expect(partial.push(delta('inner', 'toolu_1'))).toBe(false)
    expect(partial.current()).toBeUndefined()
  })

  it('begins anew where thinking turns into words', () => {
    const partial = createPartialAnswers()
    const thinking = { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'hm' } }
    partial.push(wire('stream_event', { event: thinking, parent_tool_use_id: null }))
    partial.push(delta('So'))
    expect(partial.current()).toEqual({ kind: 'text', text: 'So' })
  })

  it('keeps a bounded end of a long answer', () => {
    const partial = createPartialAnswers()
    for (let index = 0; index < 3000; index++) partial.push(delta('0123456789'))
    expect(partial.current()?.text.length).toBeLessThanOrEqual(4000)
  })

  it('ignores events without shape', () => {
    const partial = createPartialAnswers()
    for (const event of [
      null,
      5,
      { type: 'content_block_delta', delta: null },
      { type: 'content_block_delta' },
    ])
      expect(partial.push(wire('stream_event', { event }))).toBe(false)
  })
})
