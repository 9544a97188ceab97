import type { SessionRow } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { makeRow } from '../../test/make-sessions.ts'
import { SessionRowView, type SessionRowViewProps } from './session-row.tsx'

const NOW = Date.parse('2026-11-15T09:00:00.000Z')

function row(fields: Partial<SessionRow>, props: Partial<SessionRowViewProps> = {}) {
  const rest = { cost: undefined, agent: undefined, isOpen: false, now: NOW }
  return draw(<SessionRowView row={makeRow('a b', fields)} {...rest} {...props} />)
}

describe('SessionRowView', () => {
  it('is called by its title, else by its first words, else by nothing', () => {
    const titleOf = (fields: Partial<SessionRow>) => row(fields).attributes('span', 'title')[0]
    expect(titleOf({ title: 'A title' })).toBe('A title')
    expect(titleOf({ title: '', firstPrompt: 'First\nwords' })).toBe('First words')
    expect(titleOf({ title: '', firstPrompt: null })).toBe('Untitled session')
  })

  it('tells its last words unless they are its title', () => {
    expect(row({ title: 'A', lastPrompt: 'B' }).text).toContain('B')
    expect(row({ title: 'Same', lastPrompt: 'Same' }).text.match(/Same/g)).toHaveLength(1)
  })

  it('says what its agent does, and what is wrong with it', () => {
    expect(row({}, { agent: 'requires_action' }).text).toContain('waits for you')
    expect(row({}, { agent: 'running' }).text).toContain('agent works')
    expect(row({}).text).not.toMatch(/waits|works/)
    expect(row({ problem: 'cannot be read' }).text).toContain('cannot be read')
    expect(row({ isLive: true }).attributes('span', 'aria-label')).toHaveLength(1)
  })

  it('leads to the session and says where it is open, in either language', () => {
    expect(row({}).attributes('a', 'href')).toEqual(['#/session/a%20b'])
    expect(row({}, { isOpen: true }).attributes('a', 'aria-current')).toEqual(['page'])
    const chinese = draw(
      <SessionRowView row={makeRow('a')} cost={undefined} agent="running" isOpen={false} now={NOW} />,
      'zh-CN',
    )
    expect(chinese.text).toMatch(/[\u4e00-\u9fff]/)
    expect(chinese.text).not.toContain('agent works')
  })
})
