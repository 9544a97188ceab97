import { describe, expect, it } from 'vitest'
import { plainScreen } from '../../test/plain-screen.ts'
import { formatDivider } from './layout.ts'

const screen = plainScreen(40)

describe('formatRule', () => {
  it('is as wide as the screen', () => {
    expect(formatDivider('', screen)).toBe('─'.repeat(40))
    expect(formatDivider('压缩 compacted', screen)).toBe(`── 压缩 compacted ${'─'.repeat(22)}`)
  })
})
