import type { ToolUseBlock } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { createAssistantMessage } from '../message/assistant-message.ts'
import { findToolResult } from '../message/message-guards.ts'
import { createToolResultMessage } from '../message/tool-result-message.ts'
import { createUserMessage } from '../message/user-message.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'
import { prependUserContext } from './prepend-user-context.ts'
import { toApiMessage } from './to-api-message.ts'

const toolUse: ToolUseBlock = { type: 'tool_use', id: 'toolu_1', name: 'FileWrite', input: { text: 'hi' } }
const ask = createUserMessage({ content: '写一个 hello world' })
const call = createAssistantMessage({ content: [toolUse] })
const result = createToolResultMessage({
  toolUse,
  assistantMessage: call,
  content: 'File created',
  output: { path: 'hello.ts', lines: 1 },
})

describe('the life of a result (seed 003, exercise 2)', () => {
  it('is a user message that names its call and keeps what the tool returned', () => {
    expect(findToolResult(result)).toEqual({
      type: 'tool_result',
      tool_use_id: toolUse.id,
      content: 'File created',
    })
    expect(result.toolUseResult).toEqual({ path: 'hello.ts', lines: 1 })
    expect(result.sourceToolAssistantUUID).toBe(call.uuid)
  })

  it('is sent as it is, behind the context of the project, right after its call', () => {
    const view = normalizeMessagesForAPI([ask, call, result]).filter(message => message.type !== 'system')
    const messages = prependUserContext(view, { claudeMd: 'be kind' })
    expect(messages[0]).toMatchObject({ type: 'user', isMeta: true })
    expect(messages.slice(1).map(toApiMessage)).toEqual([
      { role: 'user', content: [{ type: 'text', text: '写一个 hello world' }] },
      { role: 'assistant', content: [toolUse] },
      { role: 'user', content: [findToolResult(result)] },
    ])
  })
})
