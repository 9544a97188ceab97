import type { ApiRequest } from '@antiphon/contract'

/** The index behind the last message in which a person spoke: results of tools do not end a turn. */
export function findLatestTurn({ messages }: ApiRequest): number {
  return messages.findLastIndex(({ role, content }) => role === 'user' && hasWords(content)) + 1
}

function hasWords(content: unknown): boolean {
  if (!Array.isArray(content)) return true
  return content.some((block: { readonly type?: unknown }) => block?.type !== 'tool_result')
}
