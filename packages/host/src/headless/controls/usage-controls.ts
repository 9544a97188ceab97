import { isObject, type JsonObject } from '@antiphon/contract'
import { isUserMessage, type Message, sumAnswers } from '@antiphon/core'
import { formatUsd } from '@antiphon/core/usage'
import type { WireModelUsage } from '@antiphon/core/wire'
import type { HeadlessSession } from '../headless-session.ts'
import type { Control } from './control.ts'

/** What fills the model's window now; sizes are estimated here, whatever detail is asked for. */
export const getContextUsage: Control = async ({ agent }) =>
  // It is made of JSON.
  (await agent.engine.contextUsage()) as unknown as JsonObject

/** What the session cost until now, with subagents; there are no limits of a plan here. */
export const getUsage: Control = session => {
  const { costUsd, apiMs, wallMs, added, removed, modelUsage } = computeSessionSpending(session)
  return {
    session: {
      total_cost_usd: costUsd,
      total_api_duration_ms: apiMs,
      total_duration_ms: wallMs,
      total_lines_added: added,
      total_lines_removed: removed,
      // It is made of JSON.
      model_usage: modelUsage as unknown as JsonObject,
    },
    subscription_type: null,
    rate_limits_available: false,
    rate_limits: null,
    behaviors: null,
  }
}

/** The same as a text for a person. */
export const getSessionCost: Control = session => ({ text: formatSessionCost(session) })

/** What a session cost, line by line. */
export function formatSessionCost(session: SpendingSession): string {
  const { costUsd, isCostKnown, apiMs, wallMs, added, removed, modelUsage } = computeSessionSpending(session)
  const lines = [
    `Total cost:            ${formatUsd(costUsd)}${isCostKnown ? '' : ' or more: a model has no known price'}`,
    `Total duration (API):  ${formatSeconds(apiMs)}`,
    `Total duration (wall): ${formatSeconds(wallMs)}`,
    `Total code changes:    ${added} lines added, ${removed} lines removed`,
    ...(Object.keys(modelUsage).length > 0 ? ['Usage by model:'] : []),
    ...Object.entries(modelUsage).map(([model, usage]) => `  ${model}: ${formatModelUsage(usage)}`),
  ]
  return lines.join('\n')
}

type SessionSpending = {
  readonly costUsd: number
  readonly isCostKnown: boolean
  readonly apiMs: number
  readonly wallMs: number
  readonly added: number
  readonly removed: number
  readonly modelUsage: Readonly<Record<string, WireModelUsage>>
}

/** What of a session tells its costs. */
type SpendingSession = Pick<HeadlessSession, 'agent' | 'apiClock' | 'startedAt'>

function computeSessionSpending({ agent, apiClock, startedAt }: SpendingSession): SessionSpending {
  const { costUsd, isCostKnown, modelUsage } = sumAnswers(agent.spending.answers())
  return {
    ...{ costUsd, isCostKnown, modelUsage },
    apiMs: Math.round(apiClock.milliseconds()),
    wallMs: Math.round(performance.now() - startedAt),
    ...countLineChanges(agent.engine.messages()),
  }
}

function formatModelUsage(usage: WireModelUsage): string {
  const { inputTokens, outputTokens, cacheReadInputTokens, cacheCreationInputTokens, costUSD } = usage
  return `${inputTokens} input, ${outputTokens} output, ${cacheReadInputTokens} cache read, ${cacheCreationInputTokens} cache write (${formatUsd(costUSD)})`
}

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)}s`
}

/** How many lines tools have added and removed, as far as the conversation still holds their results. */
function countLineChanges(messages: readonly Message[]): {
  readonly added: number
  readonly removed: number
} {
  let added = 0
  let removed = 0
  for (const message of messages) {
    if (!isUserMessage(message) || !isObject(message.toolUseResult)) continue
    for (const line of listPatchLines(message.toolUseResult)) {
      if (line.startsWith('+')) added++
      if (line.startsWith('-')) removed++
    }
  }
  return { added, removed }
}

function listPatchLines({
  type,
  content,
  structuredPatch,
}: Readonly<Record<string, unknown>>): readonly string[] {
  if (type === 'create' && typeof content === 'string')
    return content
      .replace(/\n$/, '')
      .split('\n')
      .map(line => `+${line}`)
  if (!Array.isArray(structuredPatch)) return []
  return structuredPatch
    .flatMap(hunk => (isObject(hunk) && Array.isArray(hunk.lines) ? hunk.lines : []))
    .filter(line => typeof line === 'string')
}
