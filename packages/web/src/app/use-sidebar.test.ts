import { describe, expect, it } from 'vitest'
import { toSidebarWidth } from './use-sidebar.ts'

describe('toSidebarWidth', () => {
  it('keeps what was dragged within its bounds', () => {
    expect(toSidebarWidth('320.4')).toBe(320)
    expect(toSidebarWidth('100')).toBe(240)
    expect(toSidebarWidth('9000')).toBe(440)
  })
  it('begins at the width of the design, whatever was stored', () => {
    expect(toSidebarWidth(null)).toBe(304)
    expect(toSidebarWidth('wide')).toBe(304)
  })
})
