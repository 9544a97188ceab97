import { describe, expect, it } from 'vitest'
import { createAssistantMessage } from './assistant-message.ts'
import { createSystemMessage } from './create-system-message.ts'
import { API_MESSAGE_TYPES, type Message } from './message.ts'
import { isToolUseRequestMessage, isToolUseResultMessage } from './message-guards.ts'
import { createProgressMessage } from './progress-message.ts'
import { createToolResultMessage } from './tool-result-message.ts'
import { createUserInterruptionMessage, createUserMessage } from './user-message.ts'

const WRITE = { type: 'tool_use', id: 'toolu_1', name: 'FileWrite', input: { path: 'a' } } as const
const REQUEST = createAssistantMessage({ content: [WRITE] })

/** Seed 003, exercise 1: what each scenario creates. */
const SCENARIOS: readonly { scenario: string; message: Message; type: Message['type'] }[] = [
  {
    scenario: 'a person types «写一个 hello world»',
    message: createUserMessage({ content: '写一个 hello world' }),
    type: 'user',
  },
  {
    scenario: 'Claude answers «好的,让我来创建这个文件»',
    message: createAssistantMessage({ content: '好的,让我来创建这个文件' }),
    type: 'assistant',
  },
  { scenario: 'Claude asks for FileWrite', message: REQUEST, type: 'assistant' },
  {
    scenario: 'FileWrite succeeds',
    message: createToolResultMessage({
      toolUse: WRITE,
      assistantMessage: REQUEST,
      content: 'ok',
      output: { written: true },
    }),
    type: 'user',
  },
  {
    scenario: 'the screen says «已切换到 Sonnet 模型»',
    message: createSystemMessage('已切换到 Sonnet 模型', 'info'),
    type: 'system',
  },
  {
    scenario: 'a bar moves while the tool runs',
    message: createProgressMessage({
      toolUseID: WRITE.id,
      parentToolUseID: WRITE.id,
      data: { type: 'bash_progress', output: '', fullOutput: '', elapsedTimeSeconds: 1, totalLines: 0 },
    }),
    type: 'progress',
  },
  { scenario: 'a person presses Ctrl+C', message: createUserInterruptionMessage(), type: 'user' },
]

describe('the seven scenarios of seed 003', () => {
  it.each(SCENARIOS)('where $scenario, a $type message is made', ({ message, type }) => {
    expect(message.type).toBe(type)
  })

  it('hold one request of a tool and one result, which name the same call', () => {
    const messages = SCENARIOS.map(({ message }) => message)
    expect(messages.filter(isToolUseRequestMessage)).toEqual([REQUEST])
    expect(messages.filter(isToolUseResultMessage).map(({ message }) => message.content)).toEqual([
      [{ type: 'tool_result', content: 'ok', tool_use_id: WRITE.id }],
    ])
  })
})

it('sends two types to the model', () => {
  expect(API_MESSAGE_TYPES).toEqual(['user', 'assistant'])
})
