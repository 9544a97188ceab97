import { isObject } from '@antiphon/contract'
import type { Entry } from '@antiphon/core'

/** An entry with all that tells of files and turns, and with little of what was said; undefined for what tells nothing of either. */
export function slimEntry(entry: Entry): Entry | undefined {
  const { type, attachment, message } = entry as Fields // any object may stand in a log
  if (type === 'progress' || type === 'file-history-snapshot') return undefined
  if (type === 'attachment')
    return isObject(attachment) && attachment.type === 'queued_command' ? entry : undefined
  if (!isObject(message)) return entry
  const { content } = message
  const slim =
    typeof content === 'string' ? cut(content) : Array.isArray(content) ? content.map(slimBlock) : content
  // It is the same entry with shorter texts.
  return { ...entry, message: { ...message, content: slim } } as Entry
}

type Fields = Readonly<Record<string, unknown>>

function slimBlock(block: unknown): unknown {
  if (!isObject(block)) return block
  switch (block.type) {
    case 'text':
      return { ...block, text: cut(block.text) }
    case 'thinking':
      return { type: 'thinking', thinking: '' }
    case 'image':
    case 'document':
      return { type: block.type, source: {} }
    case 'tool_result':
      return { ...block, content: slimContent(block.content) }
    default:
      return block
  }
}

function slimContent(content: unknown): unknown {
  if (typeof content === 'string') return cut(content)
  return Array.isArray(content) ? content.slice(0, 1).map(slimBlock) : content
}

function cut(text: unknown): unknown {
  return typeof text === 'string' ? text.slice(0, MOST_UNITS) : text
}

/** Enough to know a command, a refusal, and what git says first. */
const MOST_UNITS = 4000
