import { describe, expect, it } from 'vitest'
import { asText, plainScreen } from '../../test/plain-screen.ts'
import { formatUsage, readUsage } from './token-usage.ts'

describe('formatUsage', () => {
  it('sets the numbers below each other', () => {
    const usage = {
      'claude-opus-5-5': { input: 64, output: 3265, cacheRead: 18_474_246, cacheWrite: 414_807 },
      'claude-haiku-5-5': { input: 8, output: 154, cacheRead: 1804, cacheWrite: 1926 },
    }
    expect(asText(formatUsage(usage, plainScreen(80)))).toMatchInlineSnapshot(`
      "
      claude-opus-5-5   in 64  out 3,265  cache read 18.5M  written 414.8k
      claude-haiku-5-5  in  8  out   154  cache read 1,804  written  1,926
      "
    `)
  })
})

describe('formatUsage on a narrow screen', () => {
  it('sets the numbers below the model', () => {
    const usage = { 'claude-opus-5-5': { input: 64, output: 3265, cacheRead: 1, cacheWrite: 2 } }
    expect(formatUsage(usage, plainScreen(30))).toEqual([
      'claude-opus-5-5',
      '  in 64 · out 3,265 · cache',
      '  read 1 · written 2',
    ])
  })
})

describe('readUsage', () => {
  it('counts nothing where there is nothing to count', () => {
    for (const value of [null, 'no', [], { input_tokens: 'many', output_tokens: Number.NaN }])
      expect(readUsage(value)).toEqual({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 })
  })
})
