import { describe, expect, it } from 'vitest'
import { createLineRegion, createLiveRegion } from './live-region.ts'

describe('createLiveRegion', () => {
  it('goes back over what it drew last', () => {
    const region = createLiveRegion()
    expect(region.frame(['said'], ['a', 'b'])).toBe('said\na\nb\n')
    expect(region.frame([], ['c'])).toBe('\u001b[2A\r\u001b[0Jc\n')
    expect(region.frame(['done'], [])).toBe('\u001b[1A\r\u001b[0Jdone\n')
    expect(region.frame([], [])).toBe('')
  })

  it('writes nothing where nothing changed', () => {
    const region = createLiveRegion()
    region.frame([], ['a'])
    expect(region.frame([], ['a'])).toBe('')
  })
})

describe('createLineRegion', () => {
  it('writes only what stays', () => {
    expect(createLineRegion().frame(['said'], ['live'])).toBe('said\n')
  })
})
