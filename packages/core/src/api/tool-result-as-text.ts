import { type ContentBlock, isContentBlock, type ToolResultBlock } from '@antiphon/contract'
import { boundedJson, createNote, describeBlock, toName } from './note.ts'

/** A tool result that cannot stand as one, as text and media that can: nothing that a model could use is lost. */
export function toolResultAsText(block: ToolResultBlock): readonly ContentBlock[] {
  const head = createNote(
    `result of the tool call ${toName(block.tool_use_id)}${block.is_error === true ? ', an error' : ''}`,
  )
  const content: unknown = block.content
  if (typeof content === 'string') return [{ ...head, text: `${head.text}\n${content}` }]
  if (!Array.isArray(content)) {
    return content == null ? [head] : [{ ...head, text: `${head.text}\n${boundedJson(content)}` }]
  }
  return [head, ...content.map(toReplyBlock)]
}

function toReplyBlock(inner: unknown): ContentBlock {
  if (!isContentBlock(inner)) return createNote(boundedJson(inner))
  return STANDS_ALONE.has(inner.type) ? inner : describeBlock(inner)
}

/** What a user message may carry outside of a result, too. */
const STANDS_ALONE: ReadonlySet<string> = new Set(['text', 'image', 'document', 'search_result'])
