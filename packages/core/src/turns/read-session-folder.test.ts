import { describe, expect, it } from 'vitest'
import { buildConversation } from '../log/build-conversation.ts'
import type { Entry } from '../log/entry.ts'
import { readSessionFolder } from './read-session-folder.ts'

const said = (uuid: string, parentUuid: string | null, cwd: unknown): Entry =>
  ({ type: 'user', uuid, parentUuid, sessionId: 's', cwd, message: { role: 'user', content: uuid } }) as never
const moved = (relocatedCwd: unknown, sessionId = 's'): Entry =>
  ({ type: 'relocated', relocatedCwd, sessionId }) as never
const read = (...entries: readonly Entry[]) => readSessionFolder(buildConversation(entries))

describe('readSessionFolder', () => {
  it('is where the session began, wherever it went since', () => {
    expect(read(said('a', null, '/harbour'), said('b', 'a', '/harbour/lamp'))).toBe('/harbour')
    expect(read(said('a', null, 7), said('b', 'a', '/harbour/lamp'))).toBe('/harbour/lamp')
    expect(read(said('a', null, undefined))).toBeUndefined()
  })

  it('is where it was moved to last, by a record of its own', () => {
    const began = said('a', null, '/harbour')
    expect(read(began, moved('/pier'), moved('/tower'))).toBe('/tower')
    expect(read(began, moved('/pier'), moved('/tower', 'other'), moved(7))).toBe('/pier')
  })
})
