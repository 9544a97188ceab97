import { readElicitation } from '@antiphon/core/chat'
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
  const asked = { subtype: 'elicitation', mcp_server_name: 'lamp', message: 'Tell me.', ...request }
  const elicitation = readElicitation({ request_id: 'r', request: asked })
  if (!elicitation) throw new Error('that is no question')
  const panel = createElicitationPanel({
    elicitation,
    texts: REPL_ENGLISH,
    openPage: url => answers.push(url),
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
    panel.key(key('text', '1'))
    expect(answers).toEqual([
      { action: 'decline' },
      { action: 'cancel' },
      'https://example.org/login',
      { action: 'accept', content: {} },
    ])
  })

  it('opens nothing but pages of the web', () => {
    const { panel, answers } = open({ mode: 'url', url: 'file:///etc/passwd' })
    panel.key(key('text', '1'))
    expect(answers).toEqual([{ action: 'accept', content: {} }])
  })

  it('proposes what the server proposes, and leaves it out where the person says nothing else', () => {
    const { panel, answers } = open({
      requested_schema: {
        type: 'object',
        properties: {
          name: { type: 'string', default: 'Ann' },
          size: {
            type: 'string',
            oneOf: [
              { const: 's', title: 'Small' },
              { const: 'l', title: 'Large' },
            ],
            default: 'l',
          },
          days: { type: 'array', items: { type: 'string', enum: ['Mo', 'Tu', 'We'] }, default: ['Mo'] },
        },
        required: ['name'],
      },
    })
    expect(show(panel)).toContain('proposed: Ann')
    panel.key(key('enter'))
    expect(show(panel)).toMatch(/Large\s+proposed/)
    panel.key(key('text', '1'))
    panel.key(key('text', '2'))
    panel.key(key('text', '3'))
    panel.key(key('enter'))
    expect(answers).toEqual([{ action: 'accept', content: { size: 's', days: ['Tu', 'We'] } }])
  })
})
