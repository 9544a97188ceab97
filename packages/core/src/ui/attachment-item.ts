import { isObject } from '@antiphon/contract'
import type { KnownAttachment } from '../message/attachment.ts'
import { type MessageAuthor, readOriginAuthor } from '../message/message-author.ts'
import { readString } from '../message/read-field.ts'
import type { SystemMessageLevel } from '../message/system-message.ts'
import { blockText } from './block-text.ts'
import { readContentBlocks } from './message-content.ts'
import { oneLine } from './one-line.ts'
import type { ItemFace } from './person-item.ts'

/** How an attachment appears: words typed in mid-turn as a prompt, what a person should know as a notice, the rest on demand. */
export function attachmentItem(attachment: unknown): ItemFace {
  const type = readString(attachment, 'type') ?? 'attachment'
  if (type === 'queued_command') return queuedCommand(attachment)
  const author = readOriginAuthor(isObject(attachment) ? attachment.origin : undefined)
  const deed = author && peerText(attachment, type, author)
  const text = deed ?? attachmentText(attachment, type)
  const level = NOTICE_LEVELS.get(type)
  if (!level) return { kind: 'meta', text }
  return { kind: 'notice', text, level, ...(deed !== undefined && author && { author }) }
}

const NOTICES: Readonly<Partial<Record<KnownAttachment['type'], SystemMessageLevel>>> = {
  hook_blocking_error: 'warning',
  hook_non_blocking_error: 'warning',
  hook_error_during_execution: 'warning',
  hook_cancelled: 'warning',
  hook_stopped_continuation: 'warning',
  hook_system_message: 'info',
  max_turns_reached: 'warning',
  file: 'info',
  directory: 'info',
  pdf_reference: 'info',
  already_read_file: 'info',
  mcp_resource: 'info',
  selected_lines_in_ide: 'info',
  task_status: 'info',
  teammate_mailbox: 'info',
  peer_answer: 'info',
  peer_edit: 'info',
}

// A map, since types come from files: `constructor` must not find what objects inherit.
const NOTICE_LEVELS: ReadonlyMap<string, SystemMessageLevel> = new Map(Object.entries(NOTICES))

function queuedCommand(attachment: unknown): ItemFace {
  const text = promptText(attachment)
  if (isObject(attachment) && attachment.isMeta === true) return { kind: 'meta', text }
  if (readString(attachment, 'commandMode') === 'task-notification')
    return { kind: 'notice', text, level: 'info' }
  const author = readOriginAuthor(isObject(attachment) ? attachment.origin : undefined)
  return { kind: 'prompt', text, ...(author && { author }) }
}

function promptText(attachment: unknown): string {
  const prompt = isObject(attachment) ? attachment.prompt : undefined
  return readContentBlocks({ content: prompt }).map(blockText).join('\n')
}

/** What another person did, in a sentence; undefined for every other kind. */
function peerText(attachment: unknown, type: string, author: MessageAuthor): string | undefined {
  const read = (field: string): string => oneLine(readString(attachment, field) ?? '', 200)
  switch (type) {
    case 'peer_prompt':
      return `${author.name} goes on`
    case 'peer_answer':
      return `${author.name} ${DEEDS.get(read('behavior')) ?? 'decided on'}: ${read('toolName')}`
    case 'peer_edit': {
      const note = read('note')
      return `${author.name} changed ${read('path')}${note && `: ${note}`}`
    }
    default:
      return undefined
  }
}

const DEEDS: ReadonlyMap<string, string> = new Map([
  ['allow', 'allowed'],
  ['deny', 'refused'],
  ['answer', 'answered'],
])

function attachmentText(attachment: unknown, type: string): string {
  const error = isObject(attachment) ? attachment.blockingError : undefined
  const detail =
    readString(attachment, 'hookName') ??
    readString(attachment, 'displayPath', 'filename', 'path', 'name', 'uri', 'url', 'description')
  const words =
    readString(error, 'blockingError') ?? readString(attachment, 'stderr', 'message', 'content', 'text')
  const parts = [type.replaceAll('_', ' '), detail, words].filter(part => part !== undefined)
  return parts.map(part => oneLine(part, 200)).join(': ')
}
