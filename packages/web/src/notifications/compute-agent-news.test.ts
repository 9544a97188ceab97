import type { RunningAgent } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { computeAgentNews } from './compute-agent-news.ts'

function agents(states: Readonly<Record<string, RunningAgent['state']>>): ReadonlyMap<string, RunningAgent> {
  return new Map(
    Object.entries(states).map(([session, state]) => [session, { chat: `chat ${session}`, session, state }]),
  )
}
const news = (before: Parameters<typeof agents>[0], after: Parameters<typeof agents>[0]): readonly string[] =>
  computeAgentNews(agents(before), agents(after)).map(({ kind, session }) => `${session} ${kind}`)

describe('computeAgentNews', () => {
  it('tells once who waits, whether or not it was seen before', () => {
    expect(news({ a: 'running' }, { a: 'requires_action', b: 'requires_action' })).toEqual([
      'a waits',
      'b waits',
    ])
    expect(news({ a: 'requires_action' }, { a: 'requires_action' })).toEqual([])
  })
  it('tells who has ended, by resting or by going', () => {
    expect(news({ a: 'running', b: 'running', c: 'idle' }, { a: 'idle' })).toEqual(['a done', 'b done'])
  })
  it('says nothing of those that begin, go on or are answered', () => {
    expect(
      news({ b: 'running', c: 'requires_action' }, { a: 'running', b: 'running', c: 'running' }),
    ).toEqual([])
  })
})
