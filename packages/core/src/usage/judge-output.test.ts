import { describe, expect, it } from 'vitest'
import { judgeOutput } from './judge-output.ts'
import { measureAnswer } from './measure-answer.ts'

describe('judgeOutput', () => {
  it('takes a record as it is where the content may be that', () => {
    expect(judgeOutput(300, 280)).toEqual({ recorded: 300, atLeast: 300, isEstimated: false })
    // Rough estimates are no proof.
    expect(judgeOutput(100, 150).isEstimated).toBe(false)
    expect(judgeOutput(1, 9).isEstimated).toBe(false)
    // Hidden thinking: far more was written than can be seen.
    expect(judgeOutput(8000, 12)).toEqual({ recorded: 8000, atLeast: 8000, isEstimated: false })
  })

  it('says at least where the content is clearly more', () => {
    expect(judgeOutput(2, 512)).toEqual({ recorded: 2, atLeast: 512, isEstimated: true })
    expect(judgeOutput(100, 170).isEstimated).toBe(true)
  })
})

describe('measureAnswer', () => {
  it('counts text, readable thinking and calls, and nothing that the model did not write', () => {
    const parts = measureAnswer([
      { type: 'text', text: 'x'.repeat(40) },
      { type: 'thinking', thinking: 'y'.repeat(80), signature: 's'.repeat(4000) },
      { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file: 'z'.repeat(25) } },
      { type: 'redacted_thinking', data: 'd'.repeat(4000) },
      { type: 'web_search_tool_result', content: ['w'.repeat(4000)] },
    ])
    // Read{"file":"…"}: 4 + 36 characters.
    expect(parts.map(({ tokens }) => tokens)).toEqual([10, 20, 10])
  })

  it('knows the copy of a block, and takes whatever a file holds', () => {
    const block = { type: 'text', text: '两个唱诗班' }
    const [one, other] = [measureAnswer([block]), measureAnswer([{ ...block, citations: null }])]
    expect(one).toEqual(other)
    expect(one[0]?.tokens).toBe(5)
    for (const odd of [null, 7, {}, [null, 'x', { type: 'tool_use' }, { type: 'text', text: 5 }]])
      expect(measureAnswer(odd)).toEqual([])
  })
})
