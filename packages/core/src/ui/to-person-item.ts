import { isObject } from '@antiphon/contract'
import { readOriginAuthor } from '../message/message-author.ts'
import { readString } from '../message/read-field.ts'
import { INTERRUPT_MESSAGE, NO_RESPONSE_REQUESTED, SYNTHETIC_MESSAGES } from '../message/synthetic-texts.ts'
import type { SystemMessageLevel } from '../message/system-message.ts'
import { attachmentItem } from './attachment-item.ts'
import { blockText } from './block-text.ts'
import { readContentBlocks } from './message-content.ts'
import type { NormalizedMessage } from './normalize-messages.ts'
import { parseCommand } from './parse-command.ts'
import type { ItemFace } from './person-item.ts'
import { messageText } from './plain-text.ts'
import { systemMessageText } from './system-message-text.ts'

/** How a message that is no part of a tool call appears to a person; undefined for what is no message. */
export function toPersonItem(message: NormalizedMessage): ItemFace | undefined {
  const value: unknown = message
  if (!isObject(value)) return undefined
  switch (value.type) {
    case 'user':
      return userItem(value)
    case 'assistant':
      return assistantItem(value)
    case 'system':
      return systemItem(value)
    case 'attachment':
      return attachmentItem(value.attachment)
    case 'progress':
      return { kind: 'meta', text: messageText(value) }
    case 'tool_use_summary':
      return { kind: 'summary', text: messageText(value) }
    default:
      return undefined
  }
}

const META_TAGS = ['<system-reminder>', '<local-command-caveat>', '<ide_'] as const
const NOTICE_TAGS = ['<task-notification>', '<teammate-message', '<user-prompt-submit-hook>'] as const

function userItem(value: Record<string, unknown>): ItemFace {
  const block = readContentBlocks(value)[0]
  const text = blockText(block)
  if (value.isCompactSummary === true) return { kind: 'summary', text }
  if (value.isMeta === true) return { kind: 'meta', text }
  if (block?.type === 'tool_result') return notice(`Result without a call: ${text}`, 'warning')
  const author = readOriginAuthor(value.origin)
  const prompt: ItemFace = { kind: 'prompt', text, ...(author && { author }) }
  if (block?.type !== 'text') return prompt
  if (isInterruption(text)) return { kind: 'interruption', text }
  const command = parseCommand(text)
  if (command) return { kind: 'command', text, ...command }
  if (startsWithAny(text, META_TAGS)) return { kind: 'meta', text }
  const isNotification = readString(value.origin, 'kind') === 'task-notification'
  if (isNotification || startsWithAny(text, NOTICE_TAGS)) return notice(text, 'info')
  return prompt
}

function assistantItem(value: Record<string, unknown>): ItemFace {
  const block = readContentBlocks(value)[0]
  const text = blockText(block)
  if (value.isMeta === true) return { kind: 'meta', text }
  if (value.isApiErrorMessage === true) return notice(text, 'error')
  if (block?.type === 'thinking' || block?.type === 'redacted_thinking') return { kind: 'thinking', text }
  if (block?.type !== 'text') return notice(text, 'info')
  return { kind: text === NO_RESPONSE_REQUESTED ? 'meta' : 'answer', text }
}

function systemItem(value: Record<string, unknown>): ItemFace {
  const text = systemMessageText(value)
  if (value.isMeta === true) return { kind: 'meta', text }
  if (typeof value.subtype === 'string' && BOUNDARIES.has(value.subtype)) return { kind: 'boundary', text }
  if (value.subtype === 'local_command') {
    const content = readString(value, 'content') ?? ''
    return { kind: 'command', text: content, ...(parseCommand(content) ?? { output: content }) }
  }
  return notice(text, toLevel(value))
}

const BOUNDARIES: ReadonlySet<string> = new Set([
  'compact_boundary',
  'microcompact_boundary',
  'snip_boundary',
])

function toLevel(value: Record<string, unknown>): SystemMessageLevel {
  const level = LEVELS.find(known => known === value.level)
  return level ?? (value.subtype === 'api_error' ? 'error' : 'info')
}

const LEVELS: readonly SystemMessageLevel[] = ['info', 'warning', 'error', 'suggestion', 'notice']

function notice(text: string, level: SystemMessageLevel): ItemFace {
  return { kind: 'notice', text, level }
}

function isInterruption(text: string): boolean {
  // Older versions wrote the time behind the words.
  return text.startsWith(INTERRUPT_MESSAGE.slice(0, -1)) || SYNTHETIC_MESSAGES.has(text)
}

function startsWithAny(text: string, starts: readonly string[]): boolean {
  const head = text.trimStart()
  return starts.some(start => head.startsWith(start))
}
