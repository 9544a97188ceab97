import { Search } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { makeRow } from '../../test/make-sessions.ts'
import type { PageAction } from '../page/page-actions.ts'
import { computePaletteGroups } from './palette-options.ts'
import { rankSessions } from './rank-sessions.ts'

const action = (id: string, label: string, alsoCalled?: readonly string[]): PageAction => ({
  ...{ id, label, icon: Search, run: () => {} },
  ...(alsoCalled && { alsoCalled }),
})
const ACTIONS = [
  action('chat', 'New chat'),
  action('home', 'Home'),
  action('theme', 'Use the dark theme'),
  action('usage', 'Usage'),
  action('doctor', 'Check all sessions', ['Doctor']),
  action('chat-about', 'New chat about it'),
]
const ROWS = [
  makeRow('letters', { title: 'Does one clock tick on readily' }),
  makeRow('titled', { title: 'The lamp at home flickers' }),
]

function offer(query: string): readonly string[] {
  const sessions = rankSessions({ rows: ROWS, query, project: undefined, now: 0, most: 5 })
  return computePaletteGroups({ query, sessions, hits: [], totals: null, actions: ACTIONS }).flatMap(
    ({ options }) => options.map(option => (option.kind === 'action' ? option.action.id : option.key)),
  )
}

describe('computePaletteGroups', () => {
  it('puts what is called so before sessions that only have its letters', () => {
    expect(offer('doct')).toEqual(['doctor', 'chat-about', 'letters'])
  })
  it('finds a place by the name that the sidebar gives it', () => {
    expect(offer('doctor')[0]).toBe('doctor')
    expect(offer('check all')[0]).toBe('doctor')
  })
  it('keeps sessions first whose title has the words', () => {
    expect(offer('home')).toEqual(['titled', 'home', 'chat-about'])
  })
  it('puts what begins so before what has it inside', () => {
    expect(offer('us').slice(0, 2)).toEqual(['theme', 'usage'])
    expect(offer('usage')).toEqual(['usage', 'chat-about'])
    expect(offer('new chat')).toEqual(['chat', 'chat-about'])
  })
})
