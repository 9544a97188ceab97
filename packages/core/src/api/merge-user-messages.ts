import { type ContentBlock, toContentBlocks } from '@antiphon/contract'
import type { UserMessage } from '../message/user-message.ts'

/**
 * Two neighbouring user messages as one: blocks in order, results before all else. The uuid of a
 * person's message outlives that of a meta message.
 */
export function mergeUserMessages(first: UserMessage, second: UserMessage): UserMessage {
  const { isMeta: _, ...fields } = first
  const content = hoistToolResults([
    ...toContentBlocks(first.message.content),
    ...toContentBlocks(second.message.content),
  ])
  return {
    ...fields,
    ...(first.isMeta && second.isMeta && { isMeta: true }),
    uuid: first.isMeta && !second.isMeta ? second.uuid : first.uuid,
    message: { ...first.message, content },
  }
}

function hoistToolResults(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  return [
    ...blocks.filter(block => block.type === 'tool_result'),
    ...blocks.filter(block => block.type !== 'tool_result'),
  ]
}
