import { type ApiRequest, DEMO_MODEL } from '@antiphon/core'
import type { Answer, AnswerBlock, SimulatedModel } from '../simulated-model.ts'
import { answerWish } from './answer-wish.ts'
import { continuePrefill } from './finish/continue-prefill.ts'
import { cutAtMaxTokens } from './finish/cut-at-max-tokens.ts'
import { cutAtStopSequence } from './finish/cut-at-stop-sequence.ts'
import { dropTrailingThinking } from './finish/drop-trailing-thinking.ts'
import { fitOutputFormat } from './finish/fit-output-format.ts'
import { obeyToolChoice } from './finish/obey-tool-choice.ts'
import { reportStructured } from './finish/report-structured.ts'
import { isThinkingOn } from './is-thinking-on.ts'
import { answerSideRequest } from './side-requests/answer-side-request.ts'
import { readSituation } from './situation/situation.ts'
import { offeredTools } from './tools/offered-tools.ts'

/**
 * A small model made of rules: it understands a handful of wishes in English and Chinese and calls the tools that a
 * request offers. It keeps nothing: the same request gets the same answer.
 */
export function createDemoModel(): SimulatedModel {
  return { name: 'demo', answersAs: DEMO_MODEL, answer: answerRequest }
}

function answerRequest(request: ApiRequest): Answer {
  const blocks = continuePrefill(fitOutputFormat(composeBlocks(request), request), request)
  const stopped = cutAtStopSequence({ blocks }, request.stop_sequences)
  return dropTrailingThinking(cutAtMaxTokens(stopped, request.max_tokens))
}

function composeBlocks(request: ApiRequest): readonly AnswerBlock[] {
  const side = answerSideRequest(request)
  const situation = readSituation(request)
  const tools = offeredTools(request)
  const isThinking = isThinkingOn(request, situation.rounds.length > 0)
  const blocks: readonly AnswerBlock[] =
    side === null ? answerWish({ request, situation, tools }) : [{ type: 'text', text: side }]
  const reported = side === null ? reportStructured(blocks, { situation, tools, isThinking }) : blocks
  return obeyToolChoice(reported, { request, tools, text: situation.text })
}
