import { describe, expect, it } from 'vitest'
import { makeRow } from '../../test/make-sessions.ts'
import { parseRoute } from '../page/route.ts'
import { resolveRoute } from './use-full-route.ts'

const ONE = '9d7a9d52-0000-4000-8000-000000000001'
const OTHER = '9d7a9d52-1111-4000-8000-000000000002'
const ROWS = new Map(
  [ONE, OTHER].map(sessionId => [`long-${sessionId}`, makeRow(`long-${sessionId}`, { sessionId })]),
)

describe('resolveRoute', () => {
  it('finds a session by its uuid, and by the letters that only it begins with', () => {
    expect(resolveRoute(parseRoute(`#/session/${ONE}`), ROWS)).toMatchObject({ id: `long-${ONE}` })
    expect(resolveRoute(parseRoute(`#/doctor/${OTHER.slice(0, 10)}`), ROWS)).toMatchObject({
      id: `long-${OTHER}`,
    })
    expect(resolveRoute(parseRoute(`#/compare/${ONE}/${OTHER}`), ROWS)).toMatchObject({
      id: `long-${ONE}`,
      other: `long-${OTHER}`,
    })
  })

  it('keeps the rest of a link', () => {
    const uuid = '00000000-0000-4000-8000-000000000009'
    expect(resolveRoute(parseRoute(`#/session/${ONE}/${uuid}/12/word`), ROWS)).toEqual({
      kind: 'session',
      id: `long-${ONE}`,
      uuid,
      seq: 12,
      words: 'word',
    })
  })

  it('leaves what nothing or more than one session begins with', () => {
    for (const id of [ONE.slice(0, 8), ONE.slice(0, 7), '0'.repeat(8), `long-${ONE}`])
      expect(resolveRoute(parseRoute(`#/session/${id}`), ROWS)).toMatchObject({ id })
    expect(resolveRoute(parseRoute('#/usage'), ROWS)).toEqual({ kind: 'usage' })
  })
})
