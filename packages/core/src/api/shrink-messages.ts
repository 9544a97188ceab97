import { type ContentBlock, isThinkingBlock, jsonBytes, toContentBlocks } from '@antiphon/contract'
import type { ApiViewMessage } from './finish-exchange.ts'
import { boundedJson, createNote, cutCodePoints } from './note.ts'
import type { Report } from './repair.ts'

/** The last resort of ENV-01: cuts every large block of a few messages that alone are more than a request may hold. */
export function shrinkMessages(
  messages: readonly ApiViewMessage[],
  maxBytes: number,
  report: Report,
): readonly ApiViewMessage[] {
  const blocks = messages.reduce((sum, message) => sum + toContentBlocks(message.message.content).length, 0)
  const share = Math.floor(maxBytes / 2 / Math.max(1, blocks))
  return messages.map(message => {
    const content = toContentBlocks(message.message.content).flatMap(block => {
      if (jsonBytes(block) <= share) return [block]
      report({
        rule: 'ENV-01',
        action: 'edited',
        index: -1,
        uuid: message.uuid,
        detail: `${block.type} cut to fit`,
      })
      return shrink(block, share)
    })
    const kept = content.length > 0 ? content : [createNote('left out')]
    // Only the content changes, and it stays of the kind that the message carried.
    return { ...message, message: { ...message.message, content: kept } } as ApiViewMessage
  })
}

/** JSON needs at most six bytes for a character, and a note some words of its own. */
const BYTES_PER_CHARACTER = 8

function shrink(block: ContentBlock, share: number): readonly ContentBlock[] {
  const characters = Math.max(8, Math.floor(share / BYTES_PER_CHARACTER) - 40)
  if (isThinkingBlock(block)) return []
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: cutCodePoints(block.text, characters) }]
    case 'tool_use':
      return [{ ...block, input: { _raw: cutCodePoints(boundedJson(block.input), characters) } }]
    case 'tool_result': {
      const text = typeof block.content === 'string' ? block.content : boundedJson(block.content)
      return [{ ...block, content: cutCodePoints(text, characters) }]
    }
    case 'image':
    case 'document':
      return [createNote(`${block.type} left out: the request would be too large`)]
    default:
      return [block]
  }
}
