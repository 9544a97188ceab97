import { describe, expect, it } from 'vitest'
import { countBefore, moveMark } from './use-find.ts'

const FOUND = [2, 1, 3].map((marks, index) => ({ seq: index * 10, uuid: null, kind: 'text', marks }))

describe('moveMark', () => {
  it('goes from mark to mark, from place to place, and round', () => {
    expect(moveMark(FOUND, { current: 0, mark: 0 }, 1)).toEqual({ seq: 0, mark: 1 })
    expect(moveMark(FOUND, { current: 0, mark: 1 }, 1)).toEqual({ seq: 10, mark: 0 })
    expect(moveMark(FOUND, { current: 2, mark: 2 }, 1)).toEqual({ seq: 0, mark: 0 })
    expect(moveMark(FOUND, { current: 0, mark: 0 }, -1)).toEqual({ seq: 20, mark: 2 })
    expect(moveMark(FOUND, { current: 1, mark: 0 }, -1)).toEqual({ seq: 0, mark: 1 })
    expect(moveMark([], { current: -1, mark: 0 }, 1)).toBeUndefined()
  })
})

describe('countBefore', () => {
  it('counts the marks before each place, and all of them', () => {
    expect(countBefore(FOUND)).toEqual([0, 2, 3, 6])
    expect(countBefore([])).toEqual([0])
  })
})
