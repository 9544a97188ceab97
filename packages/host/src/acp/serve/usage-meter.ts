import type { UsageUpdate } from '@agentclientprotocol/sdk'
import { isObject } from '@antiphon/contract'
import type { WireEvent } from '@antiphon/core'
import { readNumber } from '@antiphon/core/message'
import { countPromptTokens, toUsageSum } from '@antiphon/core/usage'

/** How full the context is, and what the session has cost. */
export interface UsageMeter {
  add(event: WireEvent): void
  /** Null before anything is known. */
  read(): Omit<UsageUpdate, '_meta'> | null
}

export function createUsageMeter(): UsageMeter {
  let [used, size, cost] = [0, 0, 0]
  return {
    add(event) {
      if (event.type === 'assistant' && event.parent_tool_use_id === null && isObject(event.message)) {
        const usage = toUsageSum(event.message.usage)
        const tokens = countPromptTokens(usage) + usage.output_tokens
        // A message of the program itself used nothing.
        if (tokens > 0) used = tokens
      }
      if (event.type !== 'result') return
      cost = readNumber(event, 'total_cost_usd') ?? cost
      const models = isObject(event.modelUsage) ? Object.values(event.modelUsage) : []
      size = Math.max(size, ...models.map(model => readNumber(model, 'contextWindow') ?? 0))
    },
    read: () => (size === 0 ? null : { used, size, cost: { amount: cost, currency: 'USD' } }),
  }
}
