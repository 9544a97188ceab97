import type { ModelMessage, ModelView } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { MessageView } from './message-view.tsx'
import { ModelSummary, RequestFacts } from './model-summary.tsx'

function show(content: unknown, fields: Partial<ModelMessage> = {}) {
  const message = {
    index: 0,
    role: 'user',
    content,
    cut: 0,
    sources: [],
    repairs: [],
    ...fields,
  } as ModelMessage
  return draw(<MessageView log="l" message={message} onLeave={() => undefined} />)
}

describe('MessageView', () => {
  it('shows text to the letter, and every other block with its kind', () => {
    expect(show('**not bold**').text).toContain('**not bold**')
    const drawn = show([
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'x' } },
      { type: 'new_kind', x: 1 },
    ])
    expect(drawn.each('code')).toEqual(['thinking', 'tool_use', 'image', 'new_kind'])
    expect(drawn.text).toContain('signed hm')
    expect(drawn.text).toContain('Bash · t')
    expect(drawn.text).toContain('image/png')
    expect(drawn.text).toContain('"x": 1')
  })

  it('shows a result with what is in it, whether it failed, and the way to its life', () => {
    const content = [{ type: 'text', text: 'inside' }]
    const result = { type: 'tool_result', tool_use_id: 't', content, cache_control: { type: 'ephemeral' } }
    expect(show([result]).text).toMatch(/result of t inside .*cached up to here/)
    expect(show([{ ...result, is_error: true }]).text).toContain('failed result of t')
    expect(show([result]).attributes('button', 'aria-expanded')).toEqual(['false', 'false'])
    expect(show([{ type: 'text', text: 'x' }]).attributes('button', 'aria-expanded')).toEqual(['false'])
  })

  it('cuts what is long, and says what was left out', () => {
    expect(show('line\n'.repeat(40)).each('button')).toHaveLength(2)
    expect(show('x', { cut: 1500 }).text).toContain('1,500')
  })

  it('draws nothing of a block but its letters', () => {
    const hostile = '<script>alert(1)</script>\u001b[2J'
    const drawn = show([
      { type: hostile },
      { type: 'tool_use', id: hostile, name: hostile, input: hostile },
      7,
    ])
    expect(drawn.html).not.toContain('<script')
  })
})

const VIEW: ModelView = {
  ...{
    log: 'l',
    model: 'm',
    unknownModel: null,
    stored: 9,
    isCompacted: false,
    messages: [],
    from: 0,
    to: 0,
  },
  ...{ total: 3, repairs: [], strayRepairs: [], unsent: [], violations: [], violationCount: 0, trial: null },
}

describe('a request in a few words', () => {
  it('is accepted or refused, with repairs or without', () => {
    const facts = (fields: Partial<ModelView>) => draw(<RequestFacts view={{ ...VIEW, ...fields }} />).text
    const group = { rule: 'TUP-01', action: 'inserted', count: 2, detail: '' } as ModelView['repairs'][number]
    expect(facts({})).toBe('m 3 messages of 9 stored messages 0 repairs the API accepts it')
    expect(facts({ repairs: [group], violationCount: 1 })).toContain(
      '2 repairs the API refuses it: 1 violation',
    )
    expect(facts({ unsent: [group], isCompacted: true })).toMatch(/starts after a compaction .*2 not sent/)
  })

  it('lists what would be refused, each place once', () => {
    const violations = [
      { rule: 'ORD-01', path: 'messages.0', message: 'messages.0: wrong' },
      { rule: 'ORD-02', path: 'messages.1', message: 'wrong, too' },
    ] as unknown as ModelView['violations']
    const drawn = draw(<ModelSummary view={{ ...VIEW, violations, violationCount: 2 }} />)
    expect(drawn.each('li')).toEqual(['ORD-01 messages.0: wrong', 'ORD-02 messages.1: wrong, too'])
  })
})
