import { describe, expect, it } from 'vitest'
import { wantsGap } from './layout.ts'

describe('wantsGap', () => {
  it('sets words apart and keeps lines together', () => {
    expect(wantsGap(undefined, 'words')).toBe(false)
    expect(wantsGap('line', 'line')).toBe(false)
    expect(wantsGap('words', 'line')).toBe(true)
    expect(wantsGap('line', 'words')).toBe(true)
    expect(wantsGap('words', 'tight')).toBe(false)
    expect(wantsGap('tight', 'line')).toBe(true)
  })
})
