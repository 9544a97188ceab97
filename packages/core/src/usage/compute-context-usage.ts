import { modelFacts, resolveTarget } from '@antiphon/contract'
import { applyContextEdit } from '../api/apply-context-edit.ts'
import { readContextEdit } from '../api/context-edit.ts'
import { getMessagesAfterCompactBoundary } from '../log/slice-from-last-compact-boundary.ts'
import type { Message } from '../message/message.ts'
import { computeContextGrid } from './compute-context-grid.ts'
import type { ContextUsage } from './context-usage.ts'
import type { ContextUsageOptions } from './context-usage-options.ts'
import { type CountedContext, findCountedAnswer } from './find-counted-answer.ts'
import { listContextCategories } from './list-context-categories.ts'
import { listContextParts, sumContextParts } from './list-context-parts.ts'
import { measureMessages } from './measure-messages.ts'
import { toMessageBreakdown } from './message-breakdown.ts'

/** Tells what fills the window: sizes are estimated, and corrected by what the API counted for the last answer. */
export function computeContextUsage(options: ContextUsageOptions): ContextUsage {
  const { model, autoCompactThreshold: threshold } = options
  const window = options.contextWindow ?? modelFacts(model).context
  const counted = findCountedAnswer(options.messages)
  const { ratio, excess } = computeCorrection(options, counted)
  const scale = (tokens: number): number => Math.round(tokens * ratio)
  const sizes = measureMessages(readLive(options.messages, model))
  const parts = listContextParts(options, scale)
  const sums = sumContextParts(parts)
  const memory = scale(sizes.memory)
  const messages = Math.max(0, scale(sizes.total) - memory + excess)
  const system = options.systemTokens ?? 0
  const totalTokens = system + sums.loaded + memory + messages
  const isSystemEstimated = system > 0 && options.isSystemKnown !== true
  const categories = listContextCategories({
    ...{ sums, system, isSystemEstimated, memory, messages, window, threshold },
  })
  return {
    categories,
    totalTokens,
    maxTokens: window,
    rawMaxTokens: window,
    percentage: Math.round((totalTokens / window) * 100),
    gridRows: computeContextGrid(categories, window),
    model,
    ...parts,
    ...(threshold !== null && { autoCompactThreshold: threshold }),
    isAutoCompactEnabled: threshold !== null,
    messageBreakdown: toMessageBreakdown({ sizes, total: messages, scale }),
    apiUsage: counted && toApiUsage(counted),
  }
}

/** How large the messages are that the model still reads, estimated by their size alone. */
export function estimateMessages(messages: readonly Message[], model: string): number {
  return measureMessages(readLive(messages, model)).total
}

// Beyond this the difference is something that was not handed in, and not a rough estimate.
const MAX_RATIO = 2

/** How far the estimate was off at the last answer, and what no estimate explains. */
function computeCorrection(
  options: ContextUsageOptions,
  counted: CountedContext | null,
): { readonly ratio: number; readonly excess: number } {
  if (!counted) return { ratio: 1, excess: 0 }
  const read = measureMessages(readLive(options.messages.slice(0, counted.index + 1), options.model))
  const { loaded } = sumContextParts(listContextParts(options, tokens => tokens))
  const estimate = loaded + read.total
  const told = Math.max(0, counted.tokens - (options.systemTokens ?? 0))
  const ratio = estimate === 0 ? 1 : Math.min(MAX_RATIO, told / estimate)
  return { ratio, excess: Math.max(0, Math.round(told - estimate * ratio)) }
}

/** The messages that the model still reads, with notes in place of what was cleared or dropped. */
function readLive(messages: readonly Message[], model: string): readonly unknown[] {
  const target = resolveTarget({ model })
  let live: unknown[] = []
  for (const message of getMessagesAfterCompactBoundary(messages)) {
    const edit = readContextEdit(message)
    const edited = edit && applyContextEdit(live, edit, target)
    if (edited) live = [...edited.messages]
    live.push(message)
  }
  return live
}

function toApiUsage({ usage }: CountedContext): ContextUsage['apiUsage'] {
  return {
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    cache_creation_input_tokens: usage.cache_creation_input_tokens,
    cache_read_input_tokens: usage.cache_read_input_tokens,
  }
}
