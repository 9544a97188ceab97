import { describe, expect, it } from 'vitest'
import { countStream, RUN, RUN_RESULT } from '../../test/sample-stream.ts'

describe('createStreamCounter', () => {
  it('counts an answer once however many events it has', () => {
    expect(countStream(...RUN).usage).toEqual({
      'claude-opus-5-5': { input: 10, output: 2, cacheRead: 5, cacheWrite: 0 },
    })
  })

  it('believes the result where there is one', () => {
    expect(countStream(...RUN, RUN_RESULT).usage).toEqual({
      'claude-opus-5-5': { input: 24, output: 310, cacheRead: 500, cacheWrite: 100 },
    })
  })
})
