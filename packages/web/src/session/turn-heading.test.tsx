import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { readPerson } from '../people/person.ts'
import type { Place, StoryItem } from '../story/compute-story.ts'
import { createFolds } from '../story/folds.ts'
import { type ReaderContext, SessionContextValue } from '../story/session-context.ts'
import { TurnHeading } from './turn-heading.tsx'

const CONTEXT: ReaderContext = {
  session: 'a b',
  agentIds: [],
  places: new Map(),
  loadWhole: () => undefined,
  showRaw: () => undefined,
  cwd: undefined,
  includeMeta: false,
  folds: createFolds(),
  drawNested: () => null,
}

type Options = { readonly agentId?: string; readonly place?: Place; readonly number?: number }

function head(fields: object, { agentId, place, number }: Options = {}) {
  const message = { type: 'user', message: { role: 'user', content: 'Go on' } }
  const item = { kind: 'prompt', uuid: 'u', text: 'Go on', timestamp: '', message, ...fields }
  const storyItem = { key: 'k', item, place } as unknown as StoryItem
  return draw(
    <SessionContextValue value={{ ...CONTEXT, ...(agentId && { agentId }) }}>
      <TurnHeading items={[storyItem]} number={number} />
    </SessionContextValue>,
  )
}

describe('TurnHeading', () => {
  it('is what was asked, with its number, and who asked where it was somebody else', () => {
    expect(head({}, { number: 34 }).text).toBe('Go on 34')
    expect(head({}).each('h2')).toEqual(['Go on'])
    expect(head({ author: { id: readPerson().id, name: 'Me' } }).text).toBe('Go on')
    expect(head({ author: { id: 'ann', name: 'Ann' } }).text).toBe('A Ann Go on')
  })

  it('marks what is special, and in a log of a subagent not that it is one', () => {
    const all = { isVirtual: true, isRetracted: true, isSidechain: true }
    expect(head(all).text).toBe('Go on not sent undone subagent')
    expect(head(all, { agentId: 'a' }).text).toBe('Go on not sent undone')
  })

  it('gives a link to its place, which a log of a subagent has not', () => {
    const place = {
      block: 0,
      placed: { seq: 7, next: 9, cut: 0, entry: { type: 'user', uuid: 'u' } },
    } as unknown as Place
    const [link] = head({}, { place }).attributes('a', 'href')
    expect(link).toMatch(/^#\/session\/a%20b\b/)
    expect(link).toContain('u')
    expect(head({}, { place, agentId: 'a' }).attributes('a', 'href')).toEqual([])
  })
})
