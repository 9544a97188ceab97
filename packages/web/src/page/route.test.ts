import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRoute, parseRoute, type Route } from './route.ts'

const session: fc.Arbitrary<Route> = fc.record({
  kind: fc.constant('session' as const),
  id: fc.string({ minLength: 1, unit: 'grapheme' }),
  uuid: fc.uuid(),
  seq: fc.nat(),
  words: fc.string({ minLength: 1, unit: 'grapheme' }),
})

describe('routes', () => {
  it('come back as they went', () => {
    fc.assert(
      fc.property(session, route => {
        expect(parseRoute(formatRoute(route))).toEqual(route)
      }),
    )
    const others: readonly Route[] = [
      { kind: 'home' },
      { kind: 'sessions' },
      { kind: 'search', query: 'a/b #?%' },
      { kind: 'chat' },
      { kind: 'usage' },
      { kind: 'usage', id: 'a/b' },
      { kind: 'doctor', id: 'c' },
      { kind: 'settings' },
    ]
    for (const route of others) expect(parseRoute(formatRoute(route))).toEqual(route)
  })
  it('of the first edition still lead somewhere', () => {
    expect(parseRoute('#/numbers')).toEqual({ kind: 'usage' })
    expect(parseRoute('#/numbers/a%20b')).toEqual({ kind: 'usage', id: 'a b' })
  })
  it('take any text for a hash', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => parseRoute(text).kind.length > 0))
    expect(parseRoute('')).toEqual({ kind: 'home' })
    expect(parseRoute('#/session/%E0%A4%A')).toEqual({ kind: 'session', id: '%E0%A4%A' })
  })
})
