import type { ApiMessage } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { toRequest } from '../testing/converse.ts'
import { answerSideRequest } from './answer-side-request.ts'

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
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 't1', content: 'File does not exist.', is_error: true }],
  },
  { role: 'assistant', content: 'It is not there.' },
]

const COMPACT = `Your task is to create a detailed summary of the conversation so far.
Wrap your analysis in <analysis> tags. Your summary should include:

1. Primary Request and Intent: what was asked
2. Files and Code Sections: which files
3. Errors and fixes: what broke
4. Pending Tasks: what is left

<example><analysis>…</analysis><summary>…</summary></example>`

function ask(last: string, rest: object = {}, history: readonly ApiMessage[] = []): string | null {
  return answerSideRequest(
    toRequest(null, { messages: [...history, { role: 'user', content: last }], ...rest }),
  )
}

describe('side requests', () => {
  it('summarises a conversation under the headings that are asked for', () => {
    expect(ask(COMPACT, {}, HISTORY)).toBe(`<analysis>
The conversation has 1 wishes of the person; tools: Read ×1. This summary was counted and quoted by a demo without a language model.
</analysis>

<summary>
1. Primary Request and Intent:
- read src/a.ts

2. Files and Code Sections:
- /w/src/a.ts

3. Errors and fixes:
- File does not exist.

4. Pending Tasks:
- none
</summary>`)
  })

  it('summarises in the language of the conversation, in its own form where none is asked for', () => {
    expect(ask('请总结以上对话', {}, [{ role: 'user', content: '列出文件' }])).toMatch(
      /^1\. 用户请求:\n- 列出文件/,
    )
  })

  it.each([
    [
      'Generate a concise title (3-7 words) for this session. Return JSON with a single "title" field.',
      '<session>please fix the login button on mobile now and more words</session>',
      '{"title":"Fix the login button on mobile now"}',
    ],
    [
      'Analyze if this message indicates a new conversation topic. Format as JSON with "isNewTopic" and "title".',
      'list files',
      '{"isNewTopic":true,"title":"List files"}',
    ],
    ['', 'Please write a 5-10 word title for the following conversation:\n\n列出文件', '列出文件'],
    [
      'Generate a title and a branch name: {"title": "…", "branch": "…"}',
      'fix login',
      '{"title":"Fix login","branch":"claude/fix-login"}',
    ],
  ])('makes a title: %s', (system, last, expected) => {
    expect(ask(last, { system, tools: [] })).toBe(expected)
  })

  it('labels a batch of calls', () => {
    const system = 'Write a short label that describes what these tool calls did.'
    expect(ask('Tool: Read\nInput: {}\n\nTool: Read\n\nTool: Bash', { system, tools: [] })).toBe(
      'Used Read ×2, Bash ×1',
    )
  })

  it.each([
    ['git status --short', 'git status'],
    ['ls', 'ls'],
    ['git diff $(rm -rf x)', 'command_injection_detected'],
  ])('finds the prefix of %s', (command, expected) => {
    expect(ask(`Command: ${command}`, { system: 'Find the command prefix.', tools: [] })).toBe(expected)
  })

  it('quotes a web page', () => {
    expect(ask('Web page content:\n---\nHello page\n---\n\nWhat is it?', { tools: [] })).toBe('Hello page')
  })

  it.each(['list the files', 'write a title to a.md', '列出文件', 'hello'])(
    'leaves a person alone: %s',
    prompt => {
      expect(ask(prompt)).toBeNull()
    },
  )
})
