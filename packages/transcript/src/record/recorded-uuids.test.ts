import { describe, expect, it } from 'vitest'
import { createRecordedUuids } from './live-history.ts'

describe('createRecordedUuids', () => {
  it('remembers the live context and the one before it; what lies further back is forgotten unless it is kept', () => {
    const recorded = createRecordedUuids()
    for (let round = 0; round < 1000; round++) {
      for (let index = 0; index < 10; index++) recorded.add(`${round}/${index}`)
      const kept = new Set(['0/0', `${round}/9`])
      recorded.addBoundary(`cut${round}`, kept)
    }
    expect(recorded.known.has('0/0')).toBe(true)
    expect(recorded.known.has('500/9')).toBe(false)
    expect(recorded.known.size).toBeLessThan(30)
  })
})
