import { isAssistantMessage, isMicrocompactBoundaryMessage, type Message, type Usage } from '@antiphon/core'

/** What the last answer read and wrote, less what was cleared since: about what the next request holds. */
export function countContextTokens(messages: readonly Message[]): number {
  const index = messages.findLastIndex(
    message => isAssistantMessage(message) && isCounted(message.message.usage),
  )
  const last = messages[index]
  if (!last || !isAssistantMessage(last)) return 0
  const { usage } = last.message
  const cleared = messages.slice(index + 1).filter(isMicrocompactBoundaryMessage)
  const saved = cleared.reduce((sum, { microcompactMetadata }) => sum + microcompactMetadata.tokensSaved, 0)
  const used =
    usage.input_tokens +
    (usage.cache_creation_input_tokens ?? 0) +
    (usage.cache_read_input_tokens ?? 0) +
    usage.output_tokens
  return Math.max(0, used - saved)
}

function isCounted(usage: Usage | undefined): boolean {
  const { input_tokens = 0, cache_creation_input_tokens, cache_read_input_tokens } = usage ?? {}
  // With a cold cache everything that was read may be in its creation.
  return input_tokens + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0) > 0
}
