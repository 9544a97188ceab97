import { describe, expect, it } from 'vitest'
import { describeMaxRetries, readMaxRetries } from './read-max-retries.ts'

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
