import type { FollowedEvent, Page } from '@antiphon/server/protocol'
import { listAddresses, ROUTES, type RoutePathOf } from '@antiphon/server/protocol'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createClient } from './client.ts'

describe('the table of routes', () => {
  it('has a body with a limit where something is done, and only there', () => {
    const limited = Object.entries(ROUTES).flatMap(([path, { limit }]) => (limit ? [`/api/${path}`] : []))
    expect(limited.sort()).toEqual([...listAddresses({ method: 'post' })].sort())
    expect(limited).toEqual(
      Object.keys(POSTS)
        .map(path => `/api/${path}`)
        .sort(),
    )
    expect([...listAddresses({ kind: 'events' })]).toEqual([
      '/api/changes',
      '/api/follow',
      '/api/chat/events',
    ])
  })

  it('gives whoever asks the type of the answer, and takes no other question', () => {
    const { signal } = new AbortController()
    const { get, lines, events, post } = createClient('http://127.0.0.1:1')
    // Only the compiler looks at these.
    const asked = [
      () => {
        expectTypeOf(get('page', { session: 's', before: 1 }, signal)).resolves.toEqualTypeOf<Page>()
        expectTypeOf(events('follow', { session: 's', from: 0 }, signal)).toEqualTypeOf<
          AsyncGenerator<FollowedEvent>
        >()
      },
      // @ts-expect-error no such path
      () => get('pages', {}, signal),
      // @ts-expect-error no such field
      () => get('page', { session: 's', befor: 1 }, signal),
      // @ts-expect-error a field is missing
      () => get('entry', { session: 's' }, signal),
      // @ts-expect-error a field of another type
      () => get('entry', { session: 's', seq: '1' }, signal),
      // @ts-expect-error answered by lines
      () => get('sessions', {}, signal),
      // @ts-expect-error answered by one value
      () => lines('page', { session: 's' }, signal),
      // @ts-expect-error not by its address
      () => get('chat/open', {}, signal),
      // @ts-expect-error another answer
      (): Promise<Page> => post('login', { token: 't' }),
    ]
    expect(asked).toHaveLength(9)
  })
})

const POSTS: Readonly<Record<RoutePathOf<{ method: 'post' }>, true>> = {
  login: true,
  'sessions/rename': true,
  'sessions/mark': true,
  'sessions/delete': true,
  'sessions/restore': true,
  'settings/change': true,
  'doctor/mend': true,
  'chat/open': true,
  'chat/prompt': true,
  'chat/control': true,
  'chat/presence': true,
  'chat/rewind': true,
  'chat/release': true,
  'chat/close': true,
}
