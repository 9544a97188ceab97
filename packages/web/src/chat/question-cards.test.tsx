import { readQuestion } from '@antiphon/core/chat'
import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import type { CardProps } from './card-frame.tsx'
import { PermissionCard } from './question-cards.tsx'

function ask(request: object, props: Partial<CardProps> = {}) {
  const question = readQuestion({ request_id: 'r', request: { subtype: 'can_use_tool', ...request } })
  if (!question) throw new Error('no question')
  return draw(
    <PermissionCard
      {...{ question, index: 0, all: 1, takesFocus: true, onDecide: () => undefined, ...props }}
    />,
  )
}

const BASH = { tool_name: 'Bash', tool_use_id: 't', input: { command: 'npm test' } }
const RULE = {
  type: 'addRules',
  behavior: 'allow',
  destination: 'localSettings',
  rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }],
}

describe('PermissionCard', () => {
  it('asks about a command as it would run, and offers no rule where none is suggested', () => {
    const card = ask(BASH)
    expect(card.each('h2')).toEqual(['Run'])
    expect(card.text).toContain('$ npm test')
    expect(card.each('button').slice(-2)).toEqual(['Allow 1', 'Deny… 3'])
    expect(card.attributes('button', 'aria-keyshortcuts')).toEqual(['1', '3'])
  })

  it('says what "always" would allow, as it is written', () => {
    const card = ask({ ...BASH, permission_suggestions: [RULE] })
    expect(card.attributes('button', 'aria-keyshortcuts')).toEqual(['1', '2', '3'])
    expect(card.each('li').join()).toContain('Bash(npm test:*)')
  })

  it('draws no keys where they would not work: for those who look on, and on all but the oldest', () => {
    expect(ask(BASH, { takesFocus: false }).attributes('button', 'aria-keyshortcuts')).toEqual([])
    expect(ask(BASH, { index: 1, all: 2 }).attributes('button', 'aria-keyshortcuts')).toEqual([])
  })

  it('names a file from where the agent works, and never cuts its name', () => {
    const edit = { tool_name: 'Edit', tool_use_id: 't', input: { file_path: '/w/src/tide/table.ts' } }
    expect(ask(edit, { cwd: '/w' }).each('h2')).toEqual(['Edit src/tide/ table.ts'])
    expect(ask(edit, { cwd: '/x' }).each('b')).toEqual(['table.ts'])
  })

  it('says for whom it is and how many there are', () => {
    const marks = (props: Partial<CardProps>, request = {}) =>
      ask({ ...BASH, ...request }, props).text.slice(0, 60)
    expect(marks({ index: 1, all: 3 })).toContain('2 of 3')
    expect(marks({}, { agent_id: 'a' })).toContain('for a subagent')
    expect(marks({})).not.toMatch(/of \d|subagent/)
  })

  it('draws nothing of a name or a reason but its letters', () => {
    const hostile = '<img src=x onerror=alert(1)>\u001b[2J\u202egpj.exe'
    const card = ask({ ...BASH, tool_name: hostile, decision_reason: hostile, description: hostile })
    expect(card.html).not.toContain('<img')
    expect(card.text).toContain('<img src=x onerror=alert(1)>')
  })
})
