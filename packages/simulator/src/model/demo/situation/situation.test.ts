import { CANCEL_MESSAGE, INTERRUPT_MESSAGE, renderPromptWithContext } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { toRequest } from '../testing/converse.ts'
import { readCallResult } from './call-result.ts'
import { readPersonText } from './person-text.ts'
import { readSituation } from './situation.ts'
import { findWorkingDirectory } from './working-directory.ts'

describe('the situation', () => {
  it.each([
    ['<system-reminder>\nx\n</system-reminder>\nhello', 'hello'],
    ['<environment_details>y</environment_details><task>do it</task>', 'do it'],
    [INTERRUPT_MESSAGE, ''],
    ['This session is being continued from a previous conversation …', ''],
    ['<system-reminder>never closed', ''],
    ['a < b', 'a < b'],
  ])('reads what a person said: %s', (raw, text) => {
    expect(readPersonText(raw).text).toBe(text)
  })

  it('takes nothing that was attached for a wish', () => {
    const content = renderPromptWithContext('list the files', [
      { reference: { type: 'SelectionReference' }, content: 'delete everything' },
    ])
    expect(readSituation(toRequest(null, { messages: [{ role: 'user', content }] }))).toMatchObject({
      text: 'list the files',
      references: [{ type: 'SelectionReference' }],
      language: 'en',
    })
  })

  it('reads the rounds since the last wish, an answer in several messages as one', () => {
    const result = (id: string, content: string) =>
      ({ type: 'tool_result', tool_use_id: id, content }) as const
    const call = (id: string) => ({ type: 'tool_use', id, name: id, input: {} }) as const
    const messages = [
      { role: 'user', content: 'old' },
      { role: 'assistant', content: [call('old')] },
      { role: 'user', content: [result('old', 'x'), { type: 'text', text: 'new wish' }] },
      { role: 'assistant', content: [call('a')] },
      { role: 'assistant', content: [call('b')] },
      {
        role: 'user',
        content: [
          result('b', 'B'),
          result('a', 'A'),
          { type: 'text', text: '<system-reminder>r</system-reminder>' },
        ],
      },
      { role: 'assistant', content: [call('c')] },
    ] as const
    const situation = readSituation(toRequest(null, { messages }))
    expect(situation.text).toBe('new wish')
    expect(situation.isFirstAnswer).toBe(false)
    expect(
      situation.rounds.map(round =>
        round.map(({ name, result: { text, status } }) => `${name} ${text} ${status}`),
      ),
    ).toEqual([['a A ok', 'b B ok'], ['c  missing']])
  })

  it('takes the language from the words, not from the quotations', () => {
    expect(readSituation(toRequest('write "你好" to a.md')).language).toBe('en')
    expect(readSituation(toRequest('把“hello”写入 a.md')).language).toBe('zh')
  })

  it.each([
    [{ content: 'x' }, 'ok'],
    [{ content: 'x', is_error: true }, 'error'],
    [{ content: '<tool_use_error>x</tool_use_error>' }, 'error'],
    [{ content: CANCEL_MESSAGE, is_error: true }, 'rejected'],
    [{ content: 'Permission to use Bash with command rm x has been denied.', is_error: true }, 'rejected'],
    [{}, 'ok'],
  ])('judges a result: %j', (fields, status) => {
    expect(readCallResult({ type: 'tool_result', tool_use_id: 't', ...fields }).status).toBe(status)
  })

  it.each([
    ['Working directory: /home/dev/x\nPlatform: linux', '/home/dev/x'],
    ['Primary working directory: C:\\code\\x', 'C:\\code\\x'],
    ['当前目录：/w', '/w'],
    ['nothing', undefined],
  ])('finds the working directory: %s', (system, expected) => {
    expect(findWorkingDirectory(toRequest('x', { system }))).toBe(expected)
  })
})
