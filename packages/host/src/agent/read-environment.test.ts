import { describe, expect, it } from 'vitest'
import type { AgentFlags } from './agent-flags.ts'
import {
  describeMaxRetries,
  readMaxRetries,
  readSmallModel,
  readSummaryChoice,
  toThinkingChoice,
  wantsAwaySummary,
} from './read-environment.ts'

describe('readMaxRetries', () => {
  it.each([
    ['0', 0],
    ['3', 3],
  ])('takes %s', (value, expected) => {
    const env = { CLAUDE_CODE_MAX_RETRIES: value }
    expect(readMaxRetries(env)).toBe(expected)
    expect(describeMaxRetries(env)).toEqual([])
  })

  it.each(['ten', '-1', '1.5', 'Infinity', '1e99', '99999999999', ' 3'])('ignores %j, and says so', value => {
    const env = { CLAUDE_CODE_MAX_RETRIES: value }
    expect(readMaxRetries(env)).toBeUndefined()
    expect(describeMaxRetries(env)).toEqual([expect.stringContaining(`"${value}"`)])
  })

  it('has nothing to say where nothing is set', () => {
    for (const env of [{}, { CLAUDE_CODE_MAX_RETRIES: '' }]) {
      expect(readMaxRetries(env)).toBeUndefined()
      expect(describeMaxRetries(env)).toEqual([])
    }
  })
})

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

const choose = (flags: Partial<AgentFlags>, env: Record<string, string> = {}): unknown =>
  // Only these flags are looked at.
  toThinkingChoice(flags as AgentFlags, env)

describe('toThinkingChoice', () => {
  it('leaves it to the model unless told', () => {
    expect(choose({})).toEqual({ type: 'default' })
    expect(choose({}, { MAX_THINKING_TOKENS: 'many' })).toEqual({ type: 'default' })
  })

  it('takes a number of tokens for a budget, and none for no thinking', () => {
    expect(choose({ maxThinkingTokens: 4000 })).toEqual({ type: 'enabled', budgetTokens: 4000 })
    expect(choose({ maxThinkingTokens: 0 })).toEqual({ type: 'disabled' })
    expect(choose({}, { MAX_THINKING_TOKENS: '2000' })).toEqual({ type: 'enabled', budgetTokens: 2000 })
    expect(choose({ maxThinkingTokens: 0 }, { MAX_THINKING_TOKENS: '2000' })).toEqual({ type: 'disabled' })
  })

  it('lets the plain word win over a number, and keeps how it is shown', () => {
    expect(choose({ thinking: 'adaptive', maxThinkingTokens: 4000, thinkingDisplay: 'omitted' })).toEqual({
      type: 'adaptive',
      display: 'omitted',
    })
    expect(choose({ thinking: 'disabled' })).toEqual({ type: 'disabled' })
    expect(choose({ thinking: 'enabled' })).toEqual({ type: 'enabled' })
    expect(choose({ thinking: 'enabled', maxThinkingTokens: 5000 })).toEqual({
      type: 'enabled',
      budgetTokens: 5000,
    })
  })
})
