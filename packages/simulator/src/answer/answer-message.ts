import type { ApiRequest, ContentBlock, JsonObject } from '@antiphon/contract'
import type { Usage } from '@antiphon/core'
import { estimateTokens } from '@antiphon/core/usage'
import type { CacheOutcome } from '../cache/prompt-cache.ts'
import type { Answer, AnswerBlock } from '../model/simulated-model.ts'
import type { InputTransformation } from '../thinking/thinking-seal.ts'

/** The whole message that the API answers with. */
export type AnswerMessage = {
  readonly id: string
  readonly type: 'message'
  readonly role: 'assistant'
  readonly model: string
  readonly content: readonly ContentBlock[]
  readonly stop_reason: string | null
  readonly stop_sequence: string | null
  readonly stop_details?: JsonObject
  readonly usage: Usage
  readonly input_transformations?: readonly InputTransformation[]
}

export type AnswerMessageOptions = {
  readonly id: string
  readonly request: ApiRequest
  /** Who answers, where it is not the model that was asked for. */
  readonly answersAs: string | undefined
  readonly answer: Answer
  /** The blocks with ids and signatures. */
  readonly content: readonly ContentBlock[]
  readonly cache: CacheOutcome
  readonly transformations: readonly InputTransformation[]
}

/** Puts an answer into the API's envelope: why it stopped and what it used. */
export function toAnswerMessage(options: AnswerMessageOptions): AnswerMessage {
  const { id, request, answersAs, answer, content, cache, transformations } = options
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: answersAs ?? request.model,
    content,
    stop_reason: answer.stopReason ?? (answer.blocks.some(isCall) ? 'tool_use' : 'end_turn'),
    stop_sequence: answer.stopSequence ?? null,
    ...(answer.stopDetails && { stop_details: answer.stopDetails }),
    usage: toUsage(cache, answer),
    ...(transformations.length > 0 && { input_transformations: transformations }),
  }
}

function isCall(block: AnswerBlock): boolean {
  return block.type === 'tool_use'
}

function toUsage(cache: CacheOutcome, answer: Answer): Usage {
  const thinking = answer.blocks.filter(block => block.type === 'thinking')
  return {
    input_tokens: cache.inputTokens,
    cache_creation_input_tokens: cache.written5mTokens + cache.written1hTokens,
    cache_read_input_tokens: cache.readTokens,
    cache_creation: {
      ephemeral_5m_input_tokens: cache.written5mTokens,
      ephemeral_1h_input_tokens: cache.written1hTokens,
    },
    output_tokens: answer.outputTokens ?? Math.max(1, countOutput(answer.blocks)),
    ...(thinking.length > 0 && { output_tokens_details: { thinking_tokens: estimateTokens(thinking) } }),
    service_tier: 'standard',
    ...answer.usage,
  }
}

/** Throws where a model says what is no JSON, such as a value that holds itself: it could not be counted to its end. */
function countOutput(blocks: readonly AnswerBlock[]): number {
  return estimateTokens(JSON.parse(JSON.stringify(blocks)))
}
