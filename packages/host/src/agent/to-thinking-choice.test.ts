import { describe, expect, it } from 'vitest'
import type { AgentFlags } from './agent-flags.ts'
import { toThinkingChoice } from './to-thinking-choice.ts'

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
