import { describe, expect, it } from 'vitest'
import { encodeEntry } from '../log/encode-entry.ts'
import { decodeLines } from '../log/line-codec.ts'
import { toLocatedEntries } from '../log/log-line.ts'
import { SYNTHETIC_TOOL_RESULT_PLACEHOLDER } from '../message/synthetic-texts.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'
import { toApiMessage } from './to-api-message.ts'

const sessionId = '350d4477-5c09-4e94-8c8b-afd2616c048e'

/** The lines of a file that holds these messages, read again and made into a request. */
function send(...messages: readonly object[]): readonly object[] {
  const file = messages.map(message => encodeEntry({ ...message })).join('')
  const { entries } = toLocatedEntries(decodeLines(new TextEncoder().encode(file)))
  expect(entries).toEqual(messages)
  return normalizeMessagesForAPI(entries).map(toApiMessage)
}

function user(...content: readonly object[]): object {
  return { type: 'user', message: { content } }
}

function assistant(...content: readonly object[]): object {
  return { type: 'assistant', message: { content } }
}

const text = (value: string) => ({ type: 'text', text: value })

describe('the examples of seed 000', () => {
  it('ask and answer', () => {
    const sent = send(
      {
        type: 'user',
        uuid: '9e503a42-53d3-4c76-a7ec-31e89bbb1ebb',
        sessionId,
        message: { role: 'user', content: [text('1+1=')] },
      },
      {
        type: 'assistant',
        uuid: '44c59e05-9c06-4dad-abd6-7e2d0c11b1d5',
        sessionId,
        message: { role: 'assistant', content: [text('2')] },
      },
      { type: 'user', uuid: 'next', sessionId, message: { role: 'user', content: [text('2+2=')] } },
    )
    expect(sent).toEqual([
      { role: 'user', content: [text('1+1=')] },
      { role: 'assistant', content: [text('2')] },
      { role: 'user', content: [text('2+2=')] },
    ])
  })

  it('call a tool in four messages, of which the result names its call', () => {
    const call = { type: 'tool_use', id: 'toolu_01abc', name: 'TodoWrite', input: { todos: [] } }
    const result = {
      tool_use_id: 'toolu_01abc',
      type: 'tool_result',
      content: 'Todos have been modified successfully',
    }
    const sent = send(
      user(text('请帮我创建一个TODO列表')),
      assistant(call),
      user(result),
      assistant(text('我已经为您创建了TODO列表。')),
      user(text('谢谢')),
    )
    expect(sent).toEqual([
      { role: 'user', content: [text('请帮我创建一个TODO列表')] },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [result] },
      { role: 'assistant', content: [text('我已经为您创建了TODO列表。')] },
      { role: 'user', content: [text('谢谢')] },
    ])
  })

  it('read a file', () => {
    const id = 'toolu_01GReBR1qZqBsaLLApUjZKr2'
    const call = { type: 'tool_use', id, name: 'Read', input: { file_path: '/path/to/file.txt' } }
    const result = { tool_use_id: id, type: 'tool_result', content: '文件内容...' }
    expect(send(user(text('读')), assistant(call), user(result)).slice(1)).toEqual([
      { role: 'assistant', content: [call] },
      { role: 'user', content: [result] },
    ])
  })

  it('speak and call two tools in one answer; each call gets its result', () => {
    const content = [
      text('我来检查一下您的代码。'),
      { type: 'tool_use', id: 'toolu_01abc', name: 'Read', input: {} },
      { type: 'tool_use', id: 'toolu_02def', name: 'Bash', input: {} },
    ]
    const second = { type: 'tool_result', tool_use_id: 'toolu_02def', content: 'ok' }
    const sent = send(user(text('检查')), assistant(...content), user(second))
    expect(sent.slice(1)).toEqual([
      { role: 'assistant', content },
      {
        role: 'user',
        content: expect.arrayContaining([
          second,
          {
            type: 'tool_result',
            tool_use_id: 'toolu_01abc',
            content: SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
            is_error: true,
          },
        ]),
      },
    ])
  })
})
