import type { ApiMessage } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { answerSideRequest } from './answer-side-request.ts'
import { toRequest } from './testing/converse.ts'

const HISTORY: readonly ApiMessage[] = [
  {
    role: 'user',
    content: [
      { type: 'text', text: '<system-reminder>secret</system-reminder>' },
      { type: 'text', text: 'read src/a.ts' },
    ],
  },
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/w/src/a.ts' } }],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] },
  { role: 'assistant', content: 'It is short.' },
]

function ask(last: string, rest: object = {}, history: readonly ApiMessage[] = []): string | null {
  return answerSideRequest(
    toRequest(null, { messages: [...history, { role: 'user', content: last }], ...rest }),
  )
}

describe('side requests', () => {
  it.each([
    [
      'the engine’s',
      'The conversation gets too long and goes on without what stands above. Answer with text alone:\n<summary>\n1. …\n</summary>',
    ],
    [
      'Claude Code’s',
      'Your task is to create a detailed summary of the conversation so far.\n<summary>…</summary>',
    ],
  ])('quotes a conversation where a summary is asked for: %s prompt', (_, prompt) => {
    expect(ask(prompt, {}, HISTORY)).toBe(`<summary>
This summary was quoted by a demo without a language model.

1. What the person wants:
- read src/a.ts

2. What was called:
- Read /w/src/a.ts

3. What was said last:
- It is short.
</summary>`)
  })

  it.each([
    [
      'Generate a concise title (3-7 words) for this session. Return JSON with a single "title" field.',
      '<session>Fix the login button on mobile now and more words</session>',
      '{"title":"Fix the login button on mobile now"}',
    ],
    [
      'Analyze if this message indicates a new conversation topic. Format as JSON with "isNewTopic" and "title".',
      'List files',
      '{"isNewTopic":true,"title":"List files"}',
    ],
    ['You name sessions of a coding agent. Answer with a title.', 'Fix login', 'Fix login'],
  ])('makes a title: %s', (system, last, expected) => {
    expect(ask(last, { system, tools: [] })).toBe(expected)
  })

  it.each(['list the files', 'write a title to a.md', '列出文件', 'hello'])(
    'leaves a person alone: %s',
    prompt => {
      expect(ask(prompt)).toBeNull()
    },
  )
})
