import { describe, expect, it } from 'vitest'
import { findInGroup } from './image-group.tsx'

describe('findInGroup', () => {
  it('leads through the pictures of all parts, beginning with the one that was chosen', () => {
    const parts = new Map([
      ['first', ['a']],
      ['loading', []],
      ['third', ['b', 'c']],
    ])
    expect(findInGroup(parts, 'first', 0)).toEqual({ addresses: ['a', 'b', 'c'], first: 0 })
    expect(findInGroup(parts, 'third', 1)).toEqual({ addresses: ['a', 'b', 'c'], first: 2 })
  })
})
