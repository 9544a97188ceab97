import { describe, expect, it } from 'vitest'
import { wantsColor } from './screen.ts'

describe('wantsColor', () => {
  it.each([
    ['colours a terminal', 'auto', true, {}, true],
    ['leaves a pipe plain', 'auto', false, {}, false],
    ['leaves a dumb terminal plain', 'auto', true, { TERM: 'dumb' }, false],
    ['respects NO_COLOR', 'auto', true, { NO_COLOR: '1' }, false],
    ['ignores an empty NO_COLOR', 'auto', true, { NO_COLOR: '' }, true],
    ['respects FORCE_COLOR on a pipe', 'auto', false, { FORCE_COLOR: '1' }, true],
    ['respects FORCE_COLOR=0', 'auto', true, { FORCE_COLOR: '0' }, false],
    ['puts the flag above NO_COLOR', 'always', false, { NO_COLOR: '1' }, true],
    ['puts the flag above FORCE_COLOR', 'never', true, { FORCE_COLOR: '1' }, false],
  ] as const)('%s', (_, choice, isTerminal, env, expected) => {
    expect(wantsColor({ choice, isTerminal, env })).toBe(expected)
  })
})
