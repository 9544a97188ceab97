import { describe, expect, it } from 'vitest'
import { fitsKind } from './field-kinds.ts'

describe('fitsKind', () => {
  it.each([
    ['x', 'string', true],
    [1, 'string?', false],
    [true, 'boolean', true],
    [{}, 'object?', true],
    [[], 'object', false],
    [[], 'array', true],
    ['x', 'text-or-blocks', true],
    [{}, 'text-or-blocks?', false],
    [undefined, 'any', true],
  ] as const)('says of %j as %s: %s', (value, kind, expected) => {
    expect(fitsKind(value, kind)).toBe(expected)
  })
})
