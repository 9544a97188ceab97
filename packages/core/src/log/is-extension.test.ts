import { describe, expect, it } from 'vitest'
import { isExtension } from './is-extension.ts'

describe('isExtension', () => {
  it.each([
    ['a text that goes on', 'Hello', 'Hel'],
    ['a block more', [{ type: 'text', text: 'a' }, { type: 'text' }], [{ type: 'text', text: 'a' }]],
    [
      'what was not known yet',
      { stop_reason: 'end_turn', usage: { output_tokens: 9 } },
      { stop_reason: null, usage: { output_tokens: 1 } },
    ],
    ['the same', { a: [true, 1, 'x', null] }, { a: [true, 1, 'x', null] }],
  ])('holds for %s', (_, fuller, lesser) => expect(isExtension(fuller, lesser)).toBe(true))

  it.each([
    ['other words', 'Hello', 'Help'],
    ['fewer words', 'Hel', 'Hello'],
    ['a block less', [], [{}]],
    ['a field less', {}, { text: 'a' }],
    ['another kind', { type: 'text' }, { type: 'tool_use' }],
    ['another value', { a: true }, { a: false }],
    ['a list for a text', ['a'], 'a'],
    ['a text for a list', 'a', ['a']],
    ['an inherited field', {}, { toString: 'a' }],
  ])('does not hold for %s', (_, fuller, lesser) => expect(isExtension(fuller, lesser)).toBe(false))

  it('takes any depth', () => {
    const deep = (): unknown => JSON.parse(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`)
    expect(isExtension(deep(), deep())).toBe(true)
  })
})
