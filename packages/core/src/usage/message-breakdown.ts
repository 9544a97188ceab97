import type { MessageBreakdown } from './context-usage.ts'
import type { MessageSizes } from './measure-messages.ts'

export type MessageBreakdownOptions = {
  readonly sizes: MessageSizes
  /** What all of them come to. */
  readonly total: number
  /** Corrects an estimate. */
  readonly scale: (tokens: number) => number
}

/** Splits the tokens of the messages by what they are, the largest first; the rest is unattributed. */
export function toMessageBreakdown({ sizes, total, scale }: MessageBreakdownOptions): MessageBreakdown {
  const { toolCalls, toolResults, attachments } = sizes
  const names = [...new Set([...toolCalls.keys(), ...toolResults.keys()])]
  const parts = {
    toolCallTokens: scale(sum(toolCalls)),
    toolResultTokens: scale(sum(toolResults)),
    attachmentTokens: scale(sum(attachments)),
    assistantMessageTokens: scale(sizes.assistant),
    userMessageTokens: scale(sizes.user),
  }
  const explained = Object.values(parts).reduce((all, tokens) => all + tokens, 0)
  return {
    ...parts,
    redirectedContextTokens: 0,
    unattributedTokens: Math.max(0, total - explained),
    toolCallsByType: names
      .map(name => ({
        name,
        callTokens: scale(toolCalls.get(name) ?? 0),
        resultTokens: scale(toolResults.get(name) ?? 0),
      }))
      .sort((one, other) => other.callTokens + other.resultTokens - one.callTokens - one.resultTokens),
    attachmentsByType: Array.from(attachments, ([name, tokens]) => ({ name, tokens: scale(tokens) })).sort(
      (one, other) => other.tokens - one.tokens,
    ),
  }
}

function sum(sizes: ReadonlyMap<string, number>): number {
  return [...sizes.values()].reduce((total, tokens) => total + tokens, 0)
}
