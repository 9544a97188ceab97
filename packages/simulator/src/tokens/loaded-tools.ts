import { type ApiTool, type ContentBlock, isObject } from '@antiphon/contract'

/** Whether a definition is part of the prompt; a deferred one is read only where a reference to it stands. */
export function isLoadedTool({ defer_loading: isDeferred }: ApiTool): boolean {
  return isDeferred !== true
}

/** The deferred definitions that are read at the references in a block. */
export function findReferencedDefinitions(
  block: unknown,
  tools: readonly ApiTool[] = [],
): readonly ApiTool[] {
  if (Array.isArray(block)) return block.flatMap(part => findReferencedDefinitions(part, tools))
  if (!isObject(block)) return []
  if (block.type === 'tool_reference')
    return tools.filter(tool => !isLoadedTool(tool) && tool.name === block.tool_name)
  return findReferencedDefinitions(block.content, tools)
}

/** The blocks of a content, a message's or the system prompt's; an empty text has none. */
export function toBlocks(content: unknown): readonly ContentBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  // The contract has looked at them.
  return Array.isArray(content) ? (content as readonly ContentBlock[]) : []
}
