import { describe, expect, it } from 'vitest'
import { answer, toolResult, toolUse } from '../testing/ui-messages.ts'
import { buildToolStories } from '../ui/tool-story.ts'
import { measureWork } from './measure-work.ts'

const at = (time: string) => ({ timestamp: `2026-01-01T10:${time}.000Z` })

function storyOf(name: string, result: object) {
  return buildToolStories([answer('m', [toolUse('t', name, {})], at('00:00')), toolResult('t', 'ok', result)])
}

describe('measureWork', () => {
  it('adds what tools told of themselves', () => {
    const told = { toolUseResult: { durationMs: 1500 }, ...at('21:00') }
    expect(measureWork([...storyOf('Bash', told), ...storyOf('WebFetch', told)])).toEqual({
      ms: 3000,
      isAtMost: false,
    })
  })

  it('takes what a person waited for no edit, and for a command as its bound', () => {
    expect(measureWork(storyOf('Edit', at('01:50')))).toBeUndefined()
    expect(measureWork(storyOf('Bash', at('01:50')))).toEqual({ ms: 110_000, isAtMost: true })
  })
})
