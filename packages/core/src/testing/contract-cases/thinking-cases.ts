import { assistant, type RuleCase, request, THINKING, toolResult, toolUse, user } from './rule-case.ts'

const SIGNED = { type: 'thinking', thinking: '', signature: 's' }

function answered(...blocks: readonly Record<string, unknown>[]): ReturnType<typeof request> {
  return request([user('a'), assistant(...blocks, 'b'), user('c')])
}

export const thinkingCases: readonly RuleCase[] = [
  {
    rule: 'THK-10',
    title: 'thinking with an empty signature',
    breaks: answered({ ...THINKING, signature: '' }),
    passes: answered(THINKING),
    path: 'messages.1.content.0',
    message: 'messages.1.content.0: Invalid `signature` in `thinking` block',
  },
  {
    rule: 'THK-11',
    title: 'redacted thinking without data',
    breaks: answered({ type: 'redacted_thinking' }),
    passes: answered({ type: 'redacted_thinking', data: 'x' }),
    path: 'messages.1.content.0',
    message: 'messages.1.content.0: Invalid `data` in `redacted_thinking` block',
  },
  {
    rule: 'THK-12',
    title: 'thinking that nobody signed',
    breaks: answered({ type: 'thinking', thinking: 'x' }),
    passes: answered(THINKING),
    path: 'messages.1.content.0',
    message: 'messages.1.content.0.thinking.signature: Field required',
  },
  {
    rule: 'THK-13',
    title: 'empty thinking without a signature',
    breaks: answered({ ...SIGNED, signature: '' }),
    passes: answered(SIGNED),
    path: 'messages.1.content.0',
    message: 'messages.1.content.0.thinking: each thinking block must contain thinking',
  },
  {
    rule: 'THK-15',
    title: 'a cache marker on thinking',
    breaks: answered({ ...THINKING, cache_control: { type: 'ephemeral' } }),
    passes: answered(THINKING, { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }),
    path: 'messages.1.content.0.cache_control',
    message: 'messages.1.content.0.thinking.cache_control: Extra inputs are not permitted',
  },
  {
    rule: 'THK-16',
    title: 'thinking of the user',
    breaks: request([user(THINKING, 'a')]),
    passes: request([user('a'), assistant(THINKING, 'b'), user('c')]),
    path: 'messages.0.content.0',
  },
  {
    rule: 'THK-18',
    title: 'thinking of the model that gave up',
    breaks: answered(THINKING, { type: 'fallback', from: {}, to: {} }),
    passes: answered({ type: 'fallback', from: {}, to: {} }, THINKING),
    target: { betas: ['server-side-fallback-2026-07-01'] },
    path: 'messages.1.content.0',
  },
  {
    rule: 'THK-18',
    title: 'a call of the model that gave up',
    breaks: request([
      user('a'),
      assistant(toolUse('t'), { type: 'fallback', from: {}, to: {} }, 'b'),
      user(toolResult('t')),
    ]),
    passes: request([
      user('a'),
      assistant({ type: 'fallback', from: {}, to: {} }, toolUse('t')),
      user(toolResult('t')),
    ]),
    target: { betas: ['server-side-fallback-2026-07-01'] },
    path: 'messages.1.content.0',
  },
]
