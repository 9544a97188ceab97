import { describe, expect, it } from 'vitest'
import { formatContextUsage } from './format-context-usage.ts'

type Usage = Parameters<typeof formatContextUsage>[0]

describe('formatContextUsage', () => {
  it('tells a window of a million tokens as such', () => {
    const usage = {
      ...{
        model: 'claude-opus-5-5',
        totalTokens: 3900,
        rawMaxTokens: 1_000_000,
        maxTokens: 1_000_000,
        percentage: 0,
      },
      ...{
        categories: [],
        memoryFiles: [],
        mcpTools: [],
        agents: [],
        deferredBuiltinTools: [],
        systemTools: [],
      },
    } as unknown as Usage // the fields that it reads
    expect(formatContextUsage(usage)).toContain('3.9k of 1.0M tokens')
  })
})
