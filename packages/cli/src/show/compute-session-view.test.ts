import { describe, expect, it } from 'vitest'
import { SAMPLE_SESSION } from '../../test/sample-session.ts'
import { computeSessionView } from './compute-session-view.ts'

describe('computeSessionView', () => {
  it('counts tokens once for each answer, those of subagents and dead ends too', () => {
    const { usage, answers, tools, subagents } = computeSessionView(SAMPLE_SESSION).summary
    expect(usage).toEqual({
      'claude-opus-5-5': { input: 40, output: 22, cacheRead: 400, cacheWrite: 0, outputAtLeast: 37 },
    })
    expect(answers).toBe(4)
    expect(tools).toEqual({ done: 1, failed: 1, denied: 0, interrupted: 0, running: 0 })
    expect(subagents).toBe(1)
  })

  it('gives the last items where it is asked to', () => {
    const view = computeSessionView(SAMPLE_SESSION, { limit: 1 })
    expect(view.items.map(item => item.text)).toEqual(['It is **broken**.'])
    expect(view.hiddenItems).toBe(3)
  })
})
