import type { ToolResultBlock } from '@antiphon/contract'
import {
  createMicrocompactBoundaryMessage,
  isAssistantMessage,
  isMicrocompactBoundaryMessage,
  isUserMessage,
  type Message,
} from '@antiphon/core'
import { estimateTokens } from '@antiphon/core/usage'
import { blocksOf } from '../conversation/blocks-of.ts'
import { compactionLimit, countContextTokens } from './context-size.ts'

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

/** Results that the model can do without, and about how many tokens they hold. */
type OldResults = { readonly toolIds: readonly string[]; readonly tokens: number }

/** The large results of calls that were made before the last `keepExchanges` answers and are not cleared yet. */
export function findOldResults(messages: readonly Message[], keepExchanges: number): OldResults {
  const done = new Set(
    messages
      .filter(isMicrocompactBoundaryMessage)
      .flatMap(({ microcompactMetadata }) => [...microcompactMetadata.compactedToolIds]),
  )
  const old = messages.slice(0, findKeptStart(messages, keepExchanges))
  const kept = findKeptCalls(old)
  const results = old.flatMap(resultsOf).filter(({ tool_use_id: id }) => !done.has(id) && !kept.has(id))
  const large = results.flatMap(result => {
    const tokens = estimateTokens(result.content)
    return tokens >= LARGE_TOKENS ? [{ id: result.tool_use_id, tokens }] : []
  })
  return { toolIds: large.map(({ id }) => id), tokens: large.reduce((sum, { tokens }) => sum + tokens, 0) }
}

const LARGE_TOKENS = 250

/** The index from which the last answers and their results stand. */
function findKeptStart(messages: readonly Message[], keepExchanges: number): number {
  const answers = new Set<string>()
  let start = messages.length
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]
    if (!message || !isAssistantMessage(message) || message.isApiErrorMessage === true) continue
    answers.add(message.message.id)
    if (answers.size > keepExchanges) return start
    start = index
  }
  return 0
}

/** What a person, a subagent or a skill said cannot be had again by calling once more. */
function findKeptCalls(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(message =>
      isAssistantMessage(message)
        ? blocksOf(message).flatMap(block =>
            block.type === 'tool_use' && KEPT_TOOLS.has(block.name) ? [block.id] : [],
          )
        : [],
    ),
  )
}

const KEPT_TOOLS: ReadonlySet<string> = new Set(['Task', 'Agent', 'AskUserQuestion', 'ExitPlanMode', 'Skill'])

function resultsOf(message: Message): readonly ToolResultBlock[] {
  if (!isUserMessage(message)) return []
  return blocksOf(message).flatMap(block => (block.type === 'tool_result' ? [block] : []))
}
