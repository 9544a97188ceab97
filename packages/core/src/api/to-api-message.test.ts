import { expect, it } from 'vitest'
import { createAssistantMessage } from '../message/assistant-message.ts'
import { createUserMessage } from '../message/user-message.ts'
import { text } from '../testing/history-builder.ts'
import { toApiMessage } from './to-api-message.ts'

it('keeps role and content, and nothing of the log', () => {
  expect(toApiMessage(createUserMessage({ content: [text('a')], isMeta: true }))).toEqual({
    role: 'user',
    content: [text('a')],
  })
  expect(toApiMessage(createAssistantMessage({ content: 'b' }))).toEqual({
    role: 'assistant',
    content: [text('b')],
  })
})
