import type { ContentBlock } from '@antiphon/contract'
import { isObject } from '@antiphon/contract'

/**
 * The blocks of whatever stands where a user's or an assistant's content should: a string is one text
 * block, loose strings in a list are text blocks, what is no block at all is left out.
 */
export function readContentBlocks(message: unknown): readonly ContentBlock[] {
  const content = readContent(message)
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content.every(isObject) ? toBlocks(content) : toBlocks(content.map(toObject).filter(isObject))
}

/** The block of a message of one block; undefined for messages that have none. */
export function firstBlock(message: unknown): Readonly<Record<string, unknown>> | undefined {
  return readContentBlocks(message)[0]
}

/** The content as it is stored; some foreign files keep it beside `message` rather than in it. */
export function readContent(message: unknown): unknown {
  if (!isObject(message)) return undefined
  return isObject(message.message) ? message.message.content : message.content
}

function toObject(value: unknown): unknown {
  return typeof value === 'string' ? { type: 'text', text: value } : value
}

// An object without a known type is shown as an unknown block; every reader of `type` has a default.
function toBlocks(objects: readonly object[]): readonly ContentBlock[] {
  return objects as readonly ContentBlock[]
}
