import { describe, expect, it } from 'vitest'
import { plainScreen } from '../../test/plain-screen.ts'
import { formatNotice } from './format-speech.ts'

const screen = plainScreen(40)

describe('formatNotice', () => {
  it('marks warnings and errors', () => {
    expect(formatNotice({ level: 'info', text: 'quiet' }, screen)).toEqual(['· quiet'])
    expect(formatNotice({ level: 'warning', text: 'careful' }, screen)).toEqual(['! careful'])
    expect(formatNotice({ level: 'error', text: 'broken', suffix: '(x)' }, screen)).toEqual(['✗ broken (x)'])
  })
})
