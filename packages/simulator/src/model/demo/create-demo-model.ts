import { type ApiRequest, DEMO_MODEL } from '@antiphon/contract'
import type { Answer, AnswerBlock, SimulatedModel } from '../simulated-model.ts'
import { answerSideRequest } from './answer-side-request.ts'
import { answerWish } from './answer-wish.ts'
import { cutAtMaxTokens } from './finish/cut-at-max-tokens.ts'
import { cutAtStopSequence } from './finish/cut-at-stop-sequence.ts'
import { dropTrailingThinking } from './finish/drop-trailing-thinking.ts'
import { obeyRequest } from './finish/obey-request.ts'
import { readSituation } from './situation.ts'

/**
 * A small model made of rules: it understands a handful of wishes in English and Chinese and calls the tools of Claude
 * Code that a request offers. It keeps nothing: the same request gets the same answer.
 */
export function createDemoModel(): SimulatedModel {
  return { name: 'demo', answersAs: DEMO_MODEL, answer: answerRequest }
}

function answerRequest(request: ApiRequest): Answer {
  const side = answerSideRequest(request)
  const blocks: readonly AnswerBlock[] =
    side === null ? answerWish(request, readSituation(request)) : [{ type: 'text', text: side }]
  const stopped = cutAtStopSequence({ blocks: obeyRequest(blocks, request) }, request.stop_sequences)
  return dropTrailingThinking(cutAtMaxTokens(stopped, request.max_tokens))
}
