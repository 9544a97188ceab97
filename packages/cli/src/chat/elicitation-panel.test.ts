import { describe, expect, it } from 'vitest'
import { plainScreen } from '../../test/plain-screen.ts'
import type { PressedKey } from '../keyboard/key.ts'
import { createElicitationPanel } from './elicitation-panel.ts'
import type { Panel } from './panel.ts'
import { REPL_ENGLISH } from './repl-english.ts'

function open(request: Readonly<Record<string, unknown>>): {
  readonly panel: Panel
  readonly answers: unknown[]
} {
  const answers: unknown[] = []
  const panel = createElicitationPanel({
    elicitation: { requestId: 'r', request: { mcp_server_name: 'lamp', message: 'Tell me.', ...request } },
    texts: REPL_ENGLISH,
    onAnswer: response => answers.push(response),
    onChange: () => {},
  })
  return { panel, answers }
}

const key = (name: PressedKey['name'], text = ''): PressedKey => ({
  kind: 'key',
  name,
  text,
  ctrl: false,
  alt: false,
  shift: false,
})
const show = (panel: Panel): string => panel.frame({ screen: plainScreen(), rows: 30 }).lines.join('\n')

describe('createElicitationPanel', () => {
  it('asks for one field after the other, each as the schema wants it', () => {
    const { panel, answers } = open({
      requested_schema: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name' },
          age: { type: 'integer' },
          colour: { type: 'string', enum: ['red', 'blue'] },
          isSure: { type: 'boolean' },
        },
        required: ['name', 'age'],
      },
    })
    expect(show(panel)).toContain('The server “lamp” asks:\n  Tell me.\n  Name *')
    panel.key(key('enter'))
    expect(show(panel)).toContain('this is needed')
    panel.key({ kind: 'paste', text: 'Ann' })
    panel.key(key('enter'))
    panel.key({ kind: 'paste', text: 'old' })
    panel.key(key('enter'))
    expect(show(panel)).toContain('age *')
    panel.key({ kind: 'paste', text: '41' })
    panel.key(key('enter'))
    panel.key(key('text', '2'))
    panel.key(key('text', '1'))
    expect(answers).toEqual([
      { action: 'accept', content: { name: 'Ann', age: 41, colour: 'blue', isSure: true } },
    ])
  })

  it('shows the page that is to be opened, and takes no for an answer', () => {
    const { panel, answers } = open({ mode: 'url', url: 'https://example.org/\u001b[2Jlogin' })
    expect(show(panel)).toContain('https://example.org/login')
    panel.key(key('text', '2'))
    panel.key(key('escape'))
    expect(answers).toEqual([{ action: 'decline' }, { action: 'cancel' }])
  })
})
