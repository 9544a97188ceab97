import { isObject } from '@antiphon/contract'
import { readString } from '../message/read-field.ts'
import { blockTexts } from './block-text.ts'
import { leafStrings } from './leaf-strings.ts'
import { readContentBlocks } from './message-content.ts'
import { systemMessageText } from './system-message-text.ts'

/** All that a message says, as plain text to read or to search; any value, and empty where nothing is said. */
export function messageText(message: unknown): string {
  if (!isObject(message)) return ''
  switch (message.type) {
    case 'user':
    case 'assistant':
      return readContentBlocks(message).flatMap(blockTexts).join('\n')
    case 'system':
      return readString(message, 'content') ?? systemMessageText(message)
    case 'attachment':
      return leafStrings(message.attachment, IDENTIFIERS).join('\n')
    case 'progress':
      return leafStrings(message.data, SAID_ELSEWHERE).join('\n')
    case 'summary':
    case 'tool_use_summary':
      return readString(message, 'summary') ?? ''
    case 'result':
      return readString(message, 'result') ?? ''
    default:
      return ''
  }
}

const IDENTIFIERS: ReadonlySet<string> = new Set([
  'type',
  'toolUseID',
  'hookEvent',
  'source_uuid',
  'timestamp',
])

// A subagent's messages are messages of their own; `output` is the end of `fullOutput`.
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  'type',
  'message',
  'normalizedMessages',
  'output',
  'agentId',
  'taskId',
])
