import { describe, expect, it } from 'vitest'
import { prependUserContext } from '../context/prepend-user-context.ts'
import { createAssistantMessage } from '../message/assistant-message.ts'
import { createAttachmentMessage } from '../message/attachment-message.ts'
import type { ToolUseBlock } from '../message/content-block.ts'
import type { Message } from '../message/message.ts'
import { findToolResult } from '../message/message-guards.ts'
import { createToolResultMessage } from '../message/tool-result-message.ts'
import { createUserMessage } from '../message/user-message.ts'
import { buildApiRequest } from './build-api-request.ts'
import { checkApiContract } from './contract/check-api-contract.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'
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

function send(...messages: readonly Message[]) {
  return normalizeMessagesForAPI(messages).map(toApiMessage)
}

describe('exercise 2 of seed 003: the life of a result', () => {
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

describe('exercise 4 of seed 003: the order of the stages', () => {
  it('leaves virtual messages out before neighbours are merged', () => {
    const virtual = createUserMessage({ content: 'only on the screen', isVirtual: true })
    expect(send(ask, virtual, createUserMessage({ content: 'and test it' }))).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: '写一个 hello world' },
          { type: 'text', text: 'and test it' },
        ],
      },
    ])
  })

  it('would be refused by the API without pairing', () => {
    const unpaired = buildApiRequest([ask, call, createUserMessage({ content: 'go on' })])
    expect(checkApiContract(unpaired).map(({ rule }) => rule)).toContain('TUP-01')
    const paired = buildApiRequest(
      normalizeMessagesForAPI([ask, call, createUserMessage({ content: 'go on' })]),
    )
    expect(checkApiContract(paired)).toEqual([])
  })

  it('moves attachments before anything is merged, so that they stop at the result', () => {
    const memory = createAttachmentMessage({ type: 'memory', content: 'likes tabs' })
    const more = createUserMessage({ content: 'and test it' })
    const reply = send(ask, call, result, more, memory).at(-1)
    expect(reply?.content).toEqual([
      findToolResult(result),
      { type: 'text', text: expect.stringContaining('likes tabs') },
      { type: 'text', text: 'and test it' },
    ])
  })
})
