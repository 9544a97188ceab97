import { modelFacts } from '@antiphon/contract'
import { isMicrocompactBoundaryMessage, type Message } from '@antiphon/core'
import { findCountedAnswer } from '@antiphon/core/usage'

/** How many tokens a conversation may hold before it is compacted: what is left beside an answer and some slack. */
export function compactionLimit(model: string): number {
  const { context, maxOutput } = modelFacts(model)
  return context - Math.min(maxOutput, OUTPUT_RESERVE) - BUFFER
}

const OUTPUT_RESERVE = 20_000
const BUFFER = 13_000

/** What the last answer read and wrote, less what was cleared since: about what the next request holds. */
export function countContextTokens(messages: readonly Message[]): number {
  const counted = findCountedAnswer(messages)
  if (!counted) return 0
  const cleared = messages.slice(counted.index + 1).filter(isMicrocompactBoundaryMessage)
  const saved = cleared.reduce((sum, { microcompactMetadata }) => sum + microcompactMetadata.tokensSaved, 0)
  return Math.max(0, counted.tokens - saved)
}
