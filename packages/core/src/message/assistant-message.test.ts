import { describe, expect, it } from 'vitest'
import {
  baseCreateAssistantMessage,
  createAssistantAPIErrorMessage,
  createAssistantMessage,
} from './assistant-message.ts'
import { isSyntheticApiErrorMessage } from './message-guards.ts'
import { NO_CONTENT_MESSAGE, SYNTHETIC_MODEL } from './synthetic-texts.ts'
import { EMPTY_USAGE } from './usage.ts'

describe('createAssistantMessage', () => {
  it('makes the message of seed 004, field by field', () => {
    expect(createAssistantMessage({ content: '好的' })).toStrictEqual({
      type: 'assistant',
      uuid: expect.stringMatching(/^[0-9a-f]{8}-/),
      timestamp: expect.any(String),
      message: {
        id: expect.stringMatching(/^[0-9a-f]{8}-/),
        container: null,
        model: SYNTHETIC_MODEL,
        role: 'assistant',
        stop_reason: 'stop_sequence',
        stop_sequence: '',
        type: 'message',
        usage: EMPTY_USAGE,
        content: [{ type: 'text', text: '好的' }],
        context_management: null,
      },
      isApiErrorMessage: false,
    })
  })

  it.each(['', []])('never leaves the content empty: %j', content => {
    expect(createAssistantMessage({ content }).message.content).toEqual([
      { type: 'text', text: NO_CONTENT_MESSAGE },
    ])
  })

  it('takes blocks as they are', () => {
    const content = [
      { type: 'thinking', thinking: '用户想看文件...', signature: 's' },
      { type: 'text', text: '让我来读取这个文件。' },
      { type: 'tool_use', id: 'tu_01', name: 'Read', input: { file_path: '/src/index.ts' } },
    ] as const
    expect(createAssistantMessage({ content }).message.content).toBe(content)
  })

  it('gives the message and the answer in it different ids', () => {
    const message = createAssistantMessage({ content: 'x' })
    expect(message.uuid).not.toBe(message.message.id)
  })

  it('keeps the usage, uuid and time that it is given', () => {
    const usage = { input_tokens: 3, output_tokens: 4 }
    const given = { uuid: 'u-1', timestamp: '2026-02-01T00:00:00.000Z' }
    const message = createAssistantMessage({ content: 'x', usage, ...given })
    expect(message).toMatchObject(given)
    expect(message.message.usage).toBe(usage)
  })

  it('writes isVirtual only where it is true', () => {
    expect(createAssistantMessage({ content: 'x', isVirtual: true })).toHaveProperty('isVirtual', true)
    expect(createAssistantMessage({ content: 'x', isVirtual: false })).not.toHaveProperty('isVirtual')
  })

  it('is no API error', () => {
    expect(isSyntheticApiErrorMessage(createAssistantMessage({ content: 'x' }))).toBe(false)
  })
})

describe('createAssistantAPIErrorMessage', () => {
  it('looks like an answer and is marked as an error', () => {
    const message = createAssistantAPIErrorMessage({
      content: 'API Error: 400',
      apiError: 'invalid_request',
      error: 'invalid_request',
      errorDetails: 'messages.0: …',
    })
    expect(message).toMatchObject({
      type: 'assistant',
      isApiErrorMessage: true,
      apiError: 'invalid_request',
      error: 'invalid_request',
      errorDetails: 'messages.0: …',
    })
    expect(isSyntheticApiErrorMessage(message)).toBe(true)
  })

  it('leaves out what nobody said of the error', () => {
    const message = createAssistantAPIErrorMessage({ content: 'x' })
    for (const field of ['apiError', 'error', 'errorDetails', 'requestId'])
      expect(message).not.toHaveProperty(field)
  })
})

it('is the ground of both: a message is an error only where that is said', () => {
  expect(baseCreateAssistantMessage({ content: 'x' }).isApiErrorMessage).toBe(false)
  expect(baseCreateAssistantMessage({ content: 'x', isApiErrorMessage: true }).isApiErrorMessage).toBe(true)
})
