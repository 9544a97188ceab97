import { isThinkingBlock } from '../../message/content-block.ts'
import { BETA_BLOCKS } from '../contract/block-fields.ts'
import { type Exchange, repairOf } from '../exchange.ts'
import type { Step } from '../step.ts'

/** THK-18: thinking of a model that gave up in mid-answer is no longer readable; without the beta its mark goes too. */
export const dropFallbackMarks: Step = (exchange, context): Exchange => {
  const last = exchange.answer.findLastIndex(piece => piece.block.type === 'fallback')
  if (last < 0) return exchange
  const keepsMark = BETA_BLOCKS.fallback?.some(beta => context.target.betas.includes(beta)) ?? false
  const answer = exchange.answer.filter(({ block, source }, position) => {
    const stale = position < last && isThinkingBlock(block)
    if (!stale && (block.type !== 'fallback' || keepsMark)) return true
    context.report(repairOf(source, 'THK-18', 'removed', `${block.type} around a change of model`))
    return false
  })
  return { ...exchange, answer }
}
