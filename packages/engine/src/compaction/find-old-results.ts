import type { ToolResultBlock } from '@antiphon/contract'
import {
  isAssistantMessage,
  isMicrocompactBoundaryMessage,
  isUserMessage,
  type Message,
} from '@antiphon/core'
import { estimateTokens } from '@antiphon/core/usage'
import { blocksOf } from '../conversation/blocks-of.ts'

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
