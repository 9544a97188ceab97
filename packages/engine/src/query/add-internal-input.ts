import { type ContentBlock, isObject, type JsonObject } from '@antiphon/contract'
import type { AssistantMessage } from '@antiphon/core'
import type { QueryContext } from './query-context.ts'

/** The answer as it is stored: calls bear what their tools keep beside the model's own words. */
export async function addInternalInput(
  context: Pick<QueryContext, 'toolbox' | 'toolContext'>,
  message: AssistantMessage,
): Promise<AssistantMessage> {
  const { content } = message.message
  const added = await Promise.all(content.map(block => addTo(context, block)))
  if (added.every((block, index) => block === content[index])) return message
  return { ...message, message: { ...message.message, content: added } }
}

async function addTo(
  { toolbox, toolContext }: Pick<QueryContext, 'toolbox' | 'toolContext'>,
  block: ContentBlock,
): Promise<ContentBlock> {
  const tool = block.type === 'tool_use' ? toolbox.find(block.name) : undefined
  if (block.type !== 'tool_use' || !tool?.addInternalInput || !isObject(block.input)) return block
  // What a model sends is JSON.
  const input = block.input as JsonObject
  // It is a copy for people: where it cannot be had, the answer stands without it.
  const internal = await tool.addInternalInput(input, toolContext(block.id)).catch(() => ({}))
  return Object.keys(internal).length === 0 ? block : { ...block, input: { ...input, ...internal } }
}
