import { createMicrocompactBoundaryMessage, type Message } from '@antiphon/core'
import { compactionLimit } from './compaction-limit.ts'
import { countContextTokens } from './count-context-tokens.ts'
import { findOldResults } from './find-old-results.ts'

/** When old results are cleared. What is not given is derived from the model's context. */
export type MicrocompactPolicy = {
  /** From how many tokens on. */
  readonly atTokens?: number
  /** How many of the last answers keep their results. */
  readonly keepExchanges?: number
  /** Clearing less than this is not worth a new prompt cache. */
  readonly minTokensSaved?: number
}

/**
 * The boundary that clears old results in one batch, where there is enough to clear. It breaks the prefix of the
 * request once; then the conversation only grows again until as much has gathered.
 */
export function microcompact(
  messages: readonly Message[],
  model: string,
  policy: MicrocompactPolicy = {},
): readonly Message[] {
  const preTokens = countContextTokens(messages)
  if (preTokens < (policy.atTokens ?? compactionLimit(model) * DEFAULT_SHARE)) return []
  const { toolIds, tokens } = findOldResults(messages, policy.keepExchanges ?? KEPT_EXCHANGES)
  const minimum = policy.minTokensSaved ?? Math.max(MIN_TOKENS, preTokens * MIN_SHARE)
  if (tokens < minimum || toolIds.length === 0) return []
  return [
    createMicrocompactBoundaryMessage({
      preTokens,
      tokensSaved: tokens,
      compactedToolIds: toolIds,
      clearedAttachmentUUIDs: [],
    }),
  ]
}

const DEFAULT_SHARE = 0.6
const KEPT_EXCHANGES = 5
const MIN_TOKENS = 20_000
/** Everything behind the first cleared result is written to the cache anew. */
const MIN_SHARE = 0.2
