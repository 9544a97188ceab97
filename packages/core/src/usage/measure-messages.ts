import { isObject } from '@antiphon/contract'
import { normalizeAttachmentForAPI } from '../api/render-attachment/normalize-attachment-for-api.ts'
import type { AttachmentMessage } from '../message/attachment-message.ts'
import {
  isAssistantMessage,
  isAttachmentMessage,
  isSystemLocalCommandMessage,
  isUserMessage,
} from '../message/message-guards.ts'
import { readString } from '../message/read-field.ts'
import { estimateTokens } from './estimate-tokens.ts'

/** How large each kind of content in a history is, in estimated tokens. */
export type MessageSizes = {
  readonly total: number
  readonly user: number
  readonly assistant: number
  readonly toolCalls: ReadonlyMap<string, number>
  readonly toolResults: ReadonlyMap<string, number>
  /** By the type of the attachment; memory is apart. */
  readonly attachments: ReadonlyMap<string, number>
  readonly memory: number
}

/** Measures what the model reads of each message, kind by kind. */
export function measureMessages(messages: readonly unknown[]): MessageSizes {
  const sizes = { user: 0, assistant: 0, memory: 0 }
  const toolCalls = new Map<string, number>()
  const toolResults = new Map<string, number>()
  const attachments = new Map<string, number>()
  const tools = new Map<string, string>()

  function measureBlock(block: unknown, role: 'user' | 'assistant'): void {
    const type = readString(block, 'type')
    if (type === 'tool_use') {
      const name = readString(block, 'name') ?? UNKNOWN
      tools.set(readString(block, 'id') ?? '', name)
      increase(toolCalls, name, estimateTokens(block))
    } else if (type === 'tool_result')
      increase(
        toolResults,
        tools.get(readString(block, 'tool_use_id') ?? '') ?? UNKNOWN,
        estimateTokens(block),
      )
    else sizes[role] += estimateTokens(block)
  }

  function measureAttachment(message: AttachmentMessage): void {
    const tokens = estimateTokens(normalizeAttachmentForAPI(message)?.message.content)
    const type = readString(message.attachment, 'type') ?? UNKNOWN
    if (MEMORY_ATTACHMENTS.has(type)) sizes.memory += tokens
    else if (tokens > 0) increase(attachments, type, tokens)
  }

  for (const message of messages) {
    if (isAttachmentMessage(message)) measureAttachment(message)
    else if (isUserMessage(message) || isAssistantMessage(message)) {
      const content: unknown = isObject(message.message) ? message.message.content : undefined
      for (const block of Array.isArray(content) ? content : [content]) measureBlock(block, message.type)
    } else if (isSystemLocalCommandMessage(message)) sizes.user += estimateTokens(message.content)
  }
  const maps = [toolCalls, toolResults, attachments].flatMap(map => [...map.values()])
  const total = maps.reduce((sum, tokens) => sum + tokens, sizes.user + sizes.assistant + sizes.memory)
  return { ...sizes, total, toolCalls, toolResults, attachments }
}

const UNKNOWN = 'unknown'

/** Attachments that hold what stands in memory files. */
const MEMORY_ATTACHMENTS: ReadonlySet<string> = new Set([
  'memory',
  'nested_memory',
  'relevant_memories',
  'session_context',
])

function increase(sums: Map<string, number>, name: string, tokens: number): void {
  sums.set(name, (sums.get(name) ?? 0) + tokens)
}
