import type { PersonItem } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { readPerson } from '../people/person.ts'
import type { Place } from '../story/compute-story.ts'
import { SessionContextValue } from '../story/session-context.ts'
import { ItemHead } from './item-head.tsx'

const CONTEXT = {
  session: 'a b',
  agentIds: [],
  places: new Map(),
  loadWhole: () => undefined,
  showRaw: () => undefined,
  folds: new Map(),
  drawNested: () => null,
}
const item = (fields: object): PersonItem =>
  ({ kind: 'prompt', key: 'k', timestamp: '', message: {}, ...fields }) as unknown as PersonItem

function head(fields: object, { agentId, place }: { agentId?: string; place?: Place } = {}) {
  return draw(
    <SessionContextValue.Provider value={{ ...CONTEXT, ...(agentId && { agentId }) }}>
      <ItemHead item={item(fields)} place={place} />
    </SessionContextValue.Provider>,
  )
}

describe('ItemHead', () => {
  it('says who spoke: the reader, somebody by name, or whoever gave a subagent its task', () => {
    expect(head({}).text).toBe('You')
    expect(head({ author: { id: readPerson().id, name: 'Me' } }).text).toBe('You')
    expect(head({ author: { id: 'ann', name: 'Ann' } }).text).toBe('A Ann')
    expect(head({}, { agentId: 'a' }).text).toBe('Its task')
    expect(head({ kind: 'answer' }, { agentId: 'a' }).text).toBe('Assistant')
  })

  it('marks what is special, and in a log of a subagent not that it is one', () => {
    const all = { isVirtual: true, isRetracted: true, isSidechain: true }
    expect(head(all).text).toBe('You not sent undone subagent')
    expect(head(all, { agentId: 'a' }).text).toBe('Its task not sent undone')
  })

  it('gives a link to its place, which a log of a subagent has not', () => {
    const place = {
      placed: { seq: 7, next: 9, cut: 0, entry: { type: 'user', uuid: 'u' } },
    } as unknown as Place
    const [link] = head({}, { place }).attributes('a', 'href')
    expect(link).toMatch(/^#\/session\/a%20b\b/)
    expect(link).toContain('u')
    expect(head({}, { place, agentId: 'a' }).attributes('a', 'href')).toEqual([])
  })
})
