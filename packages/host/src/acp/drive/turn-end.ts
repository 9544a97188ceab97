import type { WireEvent } from '@antiphon/core'
import { createResultMessage } from '@antiphon/core'
import { resultToWire } from '@antiphon/core/wire'
import type { HostPrompt } from '../../headless/host-frame.ts'

/** How a turn of another agent came out. */
export type ForeignTurnEnd = {
  readonly sessionId: string
  readonly prompt: Pick<HostPrompt, 'uuid'>
  readonly stopReason: string
  /** Why it could not be brought to its end; null where it was. */
  readonly failure: string | null
  readonly isCancelled: boolean
  readonly words: string
  readonly durationMs: number
  /** What the session has cost, as far as the agent tells it. */
  readonly costUsd: number
  readonly model: string
  /** 0 where the agent does not tell it. */
  readonly contextWindow: number
}

/** The event that closes a turn; what the other agent does not tell of it is left out. */
export function toForeignResult(end: ForeignTurnEnd): WireEvent {
  const { sessionId, prompt, stopReason, failure, isCancelled, durationMs, model, contextWindow } = end
  const common = {
    ...{ sessionId, duration_ms: Math.round(durationMs), duration_api_ms: 0, num_turns: 1 },
    ...{ stop_reason: stopReason, total_cost_usd: end.costUsd, usage: {}, permission_denials: [] },
    modelUsage: contextWindow > 0 ? { [model]: toModelUsage(end) } : {},
    ...(prompt.uuid && { user_message_uuid: prompt.uuid, user_message_uuids: [prompt.uuid] }),
  } as const
  if (failure === null && !isCancelled)
    return resultToWire(
      createResultMessage({
        ...{ ...common, subtype: 'success', is_error: false, terminal_reason: 'completed' },
        result: end.words,
      }),
    )
  return resultToWire(
    createResultMessage({
      ...{ ...common, subtype: 'error_during_execution', is_error: true },
      terminal_reason: failure === null ? 'aborted_streaming' : 'api_error',
      errors: [failure ?? 'The turn was interrupted.'],
    }),
  )
}

function toModelUsage({ contextWindow, costUsd }: ForeignTurnEnd) {
  return {
    ...{ inputTokens: 0, outputTokens: 0, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 },
    ...{ webSearchRequests: 0, costUSD: costUsd, contextWindow, maxOutputTokens: 0 },
  }
}
