import { isObject } from '@antiphon/contract'
import {
  type AssistantMessage,
  createProgressMessage,
  type ProgressMessage,
  type WebSearchProgress,
} from '@antiphon/core'

/** Tells, block by block of an answer, what the API searches in the web and how much it found. */
export function createSearchWatch(): (message: AssistantMessage) => readonly ProgressMessage[] {
  const queries = new Map<string, string>()

  function tell(toolUseID: string, data: WebSearchProgress): ProgressMessage {
    return createProgressMessage({ toolUseID, parentToolUseID: toolUseID, data })
  }

  return ({ message }) =>
    message.content.flatMap(block => {
      if (block.type === 'server_tool_use' && block.name === 'web_search') {
        const query = isObject(block.input) ? block.input.query : undefined
        if (typeof query !== 'string') return []
        queries.set(block.id, query)
        return [tell(block.id, { type: 'query_update', query })]
      }
      if (block.type !== 'web_search_tool_result') return []
      const { tool_use_id: id, content } = block
      // A search that failed has an error in the place of its results.
      const resultCount = Array.isArray(content) ? content.length : 0
      return [tell(id, { type: 'search_results_received', resultCount, query: queries.get(id) ?? '' })]
    })
}
