import { isObject } from '@antiphon/contract'
import {
  coerceMessageLikeToMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
} from '@langchain/core/messages'
import { convertToModelMessages, modelMessageSchema, safeValidateUIMessages, type UIMessage } from 'ai'
import { expect } from 'vitest'
import { toAiSdkModelMessages } from '../ai-sdk/to-model-messages.ts'
import { toAiSdkUiMessages } from '../ai-sdk/to-ui-messages.ts'
import { toGeminiContents } from '../gemini/to-gemini-contents.ts'
import { fromLangChainMessages } from '../langchain/from-langchain-messages.ts'
import { toLangChainMessages } from '../langchain/to-langchain-messages.ts'
import { toOpenAiChatMessages } from '../openai/to-chat-messages.ts'
import { toOpenAiResponseItems } from '../openai/to-response-items.ts'
import type { ForeignFormat } from '../said/foreign.ts'
import { FIXED } from './round-trip.ts'

/** Judges what a history of ours becomes, by the library that it is for. */
export type Judge = (history: readonly unknown[], isView: boolean) => void | Promise<void>

export const JUDGES: Readonly<Record<ForeignFormat, Judge>> = {
  'ai-sdk': judgeUiMessages,
  'ai-sdk-model': judgeModelMessages,
  'openai-chat': judgeChatMessages,
  'openai-responses': judgeResponseItems,
  gemini: judgeContents,
  langchain: judgeLangChain,
}

/** By the library's validator, and by what it makes of them for a model. */
async function judgeUiMessages(history: readonly unknown[]): Promise<void> {
  const messages: UIMessage[] = toAiSdkUiMessages(history).messages
  if (messages.length === 0) return
  const judged = await safeValidateUIMessages({ messages })
  expect(judged.success ? null : judged.error).toBeNull()
  for (const message of await convertToModelMessages(messages))
    expect(modelMessageSchema.safeParse(message).error).toBeUndefined()
}

function judgeModelMessages(history: readonly unknown[]): void {
  for (const message of toAiSdkModelMessages(history).messages)
    expect(modelMessageSchema.safeParse(message).error).toBeUndefined()
}

/** The library has no validator; its API refuses results that do not stand right behind their calls. */
function judgeChatMessages(history: readonly unknown[], isView: boolean): void {
  if (!isView) return
  let open = new Set<string>()
  for (const message of toOpenAiChatMessages(history).messages) {
    if (message.role === 'tool') expect(open.delete(message.tool_call_id)).toBe(true)
    else {
      expect([...open]).toEqual([])
      open = new Set(message.role === 'assistant' ? message.tool_calls?.map(({ id }) => id) : [])
    }
  }
}

/** The library has no validator; its API refuses an output without its call, and a call without its output. */
function judgeResponseItems(history: readonly unknown[], isView: boolean): void {
  if (!isView) return
  const open = new Set<string>()
  for (const item of toOpenAiResponseItems(history).messages) {
    if (item.type === 'function_call') open.add(item.call_id)
    if (item.type === 'function_call_output') expect(open.delete(item.call_id)).toBe(true)
  }
  expect([...open]).toEqual([])
}

/** The library has no validator; its API wants voices by turns, and a response for each call of the turn before it. */
function judgeContents(history: readonly unknown[], isView: boolean): void {
  const { messages } = toGeminiContents(history)
  for (const [index, { role, parts }] of messages.entries()) {
    const before = messages[index - 1]
    if (before) expect(role).not.toBe(before.role)
    expect(parts.length).toBeGreaterThan(0)
    const calls =
      before?.parts.flatMap(({ functionCall: call }) => (call ? [[call.id, call.name]] : [])) ?? []
    const responses = parts.flatMap(({ functionResponse: part }) => (part ? [[part.id, part.name]] : []))
    if (isView) expect(responses.toSorted()).toEqual(calls.toSorted())
  }
}

/** By the library's classes, and by how it stores and restores them. */
function judgeLangChain(history: readonly unknown[]): void {
  const { messages } = toLangChainMessages(history)
  const instances = messages.map(message => coerceMessageLikeToMessage(message))
  for (const [index, instance] of instances.entries()) {
    expect(instance.type).toBe(messages[index]?.role)
    expect(() => instance.contentBlocks).not.toThrow()
  }
  const stored: unknown = JSON.parse(JSON.stringify(mapChatMessagesToStoredMessages(instances)))
  if (!Array.isArray(stored) || !stored.every(isObject))
    throw new TypeError('It is stored as a list of objects.')
  const wanted = fromLangChainMessages(messages, FIXED)
  expect(fromLangChainMessages(instances, FIXED)).toEqual(wanted)
  expect(fromLangChainMessages(stored, FIXED)).toEqual(wanted)
  const restored = mapStoredMessagesToChatMessages(mapChatMessagesToStoredMessages(instances))
  expect(fromLangChainMessages(restored, FIXED)).toEqual(wanted)
}
