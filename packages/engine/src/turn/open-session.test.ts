import type { ToolUseBlock } from '@antiphon/contract'
import {
  createAssistantMessage,
  createAttachmentMessage,
  createCommandInputMessage,
  createToolResultMessage,
  createTurnDurationMessage,
  createUserInterruptionMessage,
  createUserMessage,
  type Message,
  NO_RESPONSE_REQUESTED,
} from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { createConversation } from '../conversation/conversation.ts'
import { closeLastWord } from '../turn/open-session.ts'

const toolUse = { type: 'tool_use', id: 'a', name: 'X', input: {} } as ToolUseBlock
const assistantMessage = createAssistantMessage({ content: [toolUse] })
const answer = createAssistantMessage({ content: 'Yes.' })
const prompt = createUserMessage({ content: 'go' })

describe('a session that ended on a word', () => {
  it.each<[string, readonly Message[]]>([
    ['a prompt', [prompt]],
    [
      'a prompt with what stands beside it',
      [
        answer,
        prompt,
        createAttachmentMessage({ type: 'date', date: '2026-11-16' }),
        createTurnDurationMessage(1),
      ],
    ],
    [
      'a command that ran here',
      [answer, createCommandInputMessage('<local-command-stdout>x</local-command-stdout>')],
    ],
    ['an interruption', [answer, createUserInterruptionMessage({ toolUse: false })]],
  ])('%s: gets the answer that nobody wanted', (_, messages) => {
    expect(closeLastWord(createConversation(messages))).toMatchObject([
      { type: 'assistant', message: { model: '<synthetic>', content: [{ text: NO_RESPONSE_REQUESTED }] } },
    ])
  })

  it.each<[string, readonly Message[]]>([
    ['nothing', []],
    ['an answer', [prompt, answer, createTurnDurationMessage(1)]],
    [
      'the result of a call',
      [
        prompt,
        assistantMessage,
        createToolResultMessage({ toolUse, assistantMessage, content: 'x', output: 'x' }),
      ],
    ],
    ['a summary', [createUserMessage({ content: 'They talked.', isCompactSummary: true })]],
  ])('%s: needs none', (_, messages) => {
    expect(closeLastWord(createConversation(messages))).toEqual([])
  })

  it('answers calls first that a crash left open before it', () => {
    expect(closeLastWord(createConversation([prompt, assistantMessage, prompt]))).toMatchObject([
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'a', is_error: true }] } },
      { type: 'assistant', message: { content: [{ text: NO_RESPONSE_REQUESTED }] } },
    ])
  })
})
