import { describe, expect, it } from 'vitest'
import { plainScreen } from '../../test/plain-screen.ts'
import { formatRule } from './layout.ts'

const screen = plainScreen(40)

describe('formatRule', () => {
  it('is as wide as the screen', () => {
    expect(formatRule('', screen)).toBe('─'.repeat(40))
    expect(formatRule('压缩 compacted', screen)).toBe(`── 压缩 compacted ${'─'.repeat(22)}`)
  })
})
