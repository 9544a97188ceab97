import { describe, expect, it } from 'vitest'
import { placeMenu } from './use-menu-place.ts'

const window = { width: 400, height: 300 }
const menu = { width: 200, height: 120 }
const at = (left: number, top: number) => ({ left, top, right: left + 30, bottom: top + 30 })

describe('placeMenu', () => {
  it('opens below its button, along the wished edge', () => {
    expect(placeMenu({ button: at(100, 50), menu, window, align: 'start', side: 'below' })).toEqual({
      left: 100,
      top: 84,
    })
    expect(placeMenu({ button: at(300, 50), menu, window, align: 'end', side: 'below' }).left).toBe(130)
  })
  it('opens above where there is no room below, and the other way round', () => {
    expect(placeMenu({ button: at(20, 240), menu, window, align: 'start', side: 'below' }).top).toBe(116)
    expect(placeMenu({ button: at(20, 50), menu, window, align: 'start', side: 'above' }).top).toBe(84)
  })
  it('never leaves the window', () => {
    expect(placeMenu({ button: at(380, 50), menu, window, align: 'start', side: 'below' }).left).toBe(192)
    expect(placeMenu({ button: at(0, 50), menu, window, align: 'end', side: 'below' }).left).toBe(8)
  })
})
