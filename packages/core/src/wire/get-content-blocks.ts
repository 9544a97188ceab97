import { type ContentBlock, isContentBlock, isObject } from '@antiphon/contract'
import type { WireEvent } from './wire-event.ts'

/** The blocks nested in an `assistant`, `user` or old `message` event, in order; a string is one text block. */
export function getContentBlocks(event: WireEvent): readonly ContentBlock[] {
  if (event.type !== 'assistant' && event.type !== 'user' && event.type !== 'message') return []
  const body: unknown = event.message
  const content: unknown = isObject(body) ? body.content : 'content' in event ? event.content : undefined
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isContentBlock) : []
}
