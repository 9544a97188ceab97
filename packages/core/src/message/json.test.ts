import { assertNever, isObject } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'

describe('isObject', () => {
  it.each([{}, { a: 1 }, Object.create(null), JSON.parse('{"__proto__": 1}')])('takes %j', value => {
    expect(isObject(value)).toBe(true)
  })

  it.each([null, undefined, [], [{}], '', 'x', 0, Number.NaN, true, () => 1])('refuses %j', value => {
    expect(isObject(value)).toBe(false)
  })
})

it('names the case that a switch forgot', () => {
  expect(() => assertNever({ type: 'new' } as never)).toThrow('Unhandled case: {"type":"new"}')
})
