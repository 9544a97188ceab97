import { describe, expect, it } from 'vitest'
import { hasLoneSurrogate, isBlank, SERVER_TOOL_USE_ID_PATTERN, TOOL_USE_ID_PATTERN } from './patterns.ts'

describe('isBlank', () => {
  it.each(['', ' ', '\n\t', '\u00a0', '\u3000', '\ufeff', '\u001f', '\u0085'])('is true for %j', text => {
    expect(isBlank(text)).toBe(true)
  })

  it.each(['a', ' . ', '\u200b', '\u0000'])('is false for %j', text => {
    expect(isBlank(text)).toBe(false)
  })
})

describe('hasLoneSurrogate', () => {
  it.each(['\ud83d', '\ude00', '\ude00\ud83d', 'a\ud83db', '😀\ud83d'])('is true for %j', text => {
    expect(hasLoneSurrogate(text)).toBe(true)
  })

  it.each(['', 'a', '😀', '中文', '😀😀'])('is false for %j', text => {
    expect(hasLoneSurrogate(text)).toBe(false)
  })
})

describe('id patterns', () => {
  it('refuse a line break behind an id', () => {
    expect(TOOL_USE_ID_PATTERN.test('toolu_1\n')).toBe(false)
    expect(SERVER_TOOL_USE_ID_PATTERN.test('srvtoolu_1\n')).toBe(false)
  })
})
