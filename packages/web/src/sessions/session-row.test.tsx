import type { SessionRow } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { makeRow } from '../../test/make-sessions.ts'
import { SessionRowView, type SessionRowViewProps } from './session-row.tsx'

const NOW = Date.parse('2026-11-15T09:00:00.000Z')

const nothing = () => undefined
const ALONE = {
  edit: undefined,
  onEdit: nothing,
  organise: { star: nothing, rename: nothing, tag: nothing, archive: nothing, remove: nothing },
}

function row(fields: Partial<SessionRow>, props: Partial<SessionRowViewProps> = {}) {
  const rest = { ...ALONE, cost: undefined, agent: undefined, isOpen: false, now: NOW }
  return draw(<SessionRowView row={makeRow('a b', fields)} {...rest} {...props} />)
}

describe('SessionRowView', () => {
  it('is called by its title, else by its first words, else by nothing', () => {
    const titleOf = (fields: Partial<SessionRow>) => row(fields).attributes('span', 'title')[0]
    expect(titleOf({ title: 'A title' })).toBe('A title')
    expect(titleOf({ title: '', firstPrompt: 'First\nwords' })).toBe('First words')
    expect(titleOf({ title: '', firstPrompt: null })).toBe('Untitled session')
  })

  it('tells its prompts, its tags and whether it has a star', () => {
    expect(row({ prompts: 38 }).text).toContain('38 prompts')
    expect(row({ prompts: null }).text).not.toContain('turn')
    expect(row({ tags: ['later'] }).text).toContain('later')
    expect(row({ isStarred: true }).attributes('button', 'aria-pressed')).toEqual(['true'])
    expect(row({}).attributes('button', 'aria-label')).toEqual(['Star', 'More for “Session a b”'])
  })

  it('is written anew in its place', () => {
    expect(row({ title: 'Old' }, { edit: 'title' }).attributes('input', 'value')).toEqual(['Old'])
    expect(row({ tags: ['a', 'b'] }, { edit: 'tags' }).attributes('input', 'value')).toEqual(['a, b'])
  })

  it('says what its agent does, and what is wrong with it', () => {
    expect(row({}, { agent: 'requires_action' }).text).toContain('Waits for you')
    expect(row({}, { agent: 'running' }).attributes('span', 'aria-label')).toEqual(['Working'])
    expect(row({}).text).not.toMatch(/Waits|Working/)
    expect(row({ problem: 'cannot be read' }).text).toContain('cannot be read')
    expect(row({ isLive: true }).attributes('span', 'aria-label')).toHaveLength(1)
  })

  it('leads to the session and says where it is open, in either language', () => {
    expect(row({}).attributes('a', 'href')).toEqual(['#/session/a%20b'])
    expect(row({}, { isOpen: true }).attributes('a', 'aria-current')).toEqual(['page'])
    const chinese = draw(
      <SessionRowView
        {...ALONE}
        row={makeRow('a')}
        cost={undefined}
        agent="running"
        isOpen={false}
        now={NOW}
      />,
      'zh-CN',
    )
    expect(chinese.text).toMatch(/[\u4e00-\u9fff]/)
    expect(chinese.text).not.toContain('Working')
  })
})
