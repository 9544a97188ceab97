import { describe, expect, it } from 'vitest'
import { readSmallModel, readSummaryChoice, wantsAwaySummary } from './read-small-model.ts'

describe('small jobs', () => {
  it.each([
    [{}, 'rules'],
    [{ CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES: '' }, 'rules'],
    [{ CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES: '0' }, 'off'],
    [{ CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES: 'False', ANTHROPIC_SMALL_FAST_MODEL: 'm' }, 'off'],
    [{ CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES: '1' }, 'model'],
    [{ ANTHROPIC_SMALL_FAST_MODEL: 'm' }, 'model'],
  ] as const)('%j: summaries by %s', (env, choice) => {
    expect(readSummaryChoice(env)).toBe(choice)
  })

  it('ask a model only where one is named', () => {
    expect(readSmallModel({})).toBe(null)
    expect(readSmallModel({ ANTHROPIC_SMALL_FAST_MODEL: '' })).toBe(null)
    expect(readSmallModel({ ANTHROPIC_SMALL_FAST_MODEL: 'claude-haiku-5-5' })).toBe('claude-haiku-5-5')
  })

  it('tell who comes back, unless the variable or the setting says no', () => {
    expect(wantsAwaySummary({}, undefined)).toBe(true)
    expect(wantsAwaySummary({}, false)).toBe(false)
    expect(wantsAwaySummary({ CLAUDE_CODE_ENABLE_AWAY_SUMMARY: '0' }, true)).toBe(false)
    expect(wantsAwaySummary({ CLAUDE_CODE_ENABLE_AWAY_SUMMARY: '1' }, false)).toBe(true)
  })
})
