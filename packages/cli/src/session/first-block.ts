import { isObject } from '@antiphon/core'

/** The block of a message of one block; undefined for messages that have none. */
export function firstBlock(message: unknown): Readonly<Record<string, unknown>> | undefined {
  const inner = isObject(message) ? message.message : undefined
  const content = isObject(inner) ? inner.content : undefined
  const block: unknown = Array.isArray(content) ? content[0] : undefined
  return isObject(block) ? block : undefined
}

/** True for a picture or file that came with a prompt: an item of its own, but nobody's words. */
export function isEnclosure(message: unknown): boolean {
  const block = firstBlock(message)
  return block !== undefined && block.type !== 'text'
}
