import type { Answer, AnswerBlock } from '../model/simulated-model.ts'
import type { Fault } from './fault.ts'

/** The answer with a fault of the model in it: refused, cut inside a call, or paused. */
export function spoilAnswer(answer: Answer, fault: Fault | null): Answer {
  switch (fault?.kind) {
    case 'refusal':
      return {
        ...answer,
        blocks: [],
        stopReason: 'refusal',
        stopDetails: {
          type: 'refusal',
          category: fault.category ?? null,
          explanation: fault.explanation ?? 'The simulator was asked to refuse.',
        },
      }
    case 'max-tokens-in-call':
      return { ...answer, blocks: cutInCall(answer.blocks), stopReason: 'max_tokens' }
    case 'pause-turn':
      return { ...answer, stopReason: 'pause_turn' }
    default:
      return answer
  }
}

/** Up to and with the first call, whose input is cut; an answer without a call gets one. */
function cutInCall(blocks: readonly AnswerBlock[]): readonly AnswerBlock[] {
  const index = blocks.findIndex(({ type }) => type === 'tool_use')
  return index === -1 ? blocks : blocks.slice(0, index + 1)
}
