import { type ContentBlock, isThinkingBlock } from '@antiphon/contract'
import { changePieces, type Exchange, innerMessage, withPieces } from '../exchange.ts'
import type { Step, StepContext } from '../step.ts'
import { isWellFormed } from './well-formed-strings.ts'

/**
 * THK-10 to THK-13, THK-20, ROL-05: thinking is opaque and bound to all that came before it. All of an
 * answer's thinking is kept, or none of it; after a past that was repaired, none.
 */
export const keepThinkingRuns: Step = (exchange, context): Exchange => {
  if (!exchange.answer.some(({ block }) => isThinkingBlock(block))) return exchange
  const reasons = reasonsToDrop(exchange, context)
  const answer = changePieces(exchange.answer, piece => {
    const { block, source } = piece
    const reason = isThinkingBlock(block) ? reasons.get(innerMessage(source).id) : undefined
    if (!reason) return piece
    context.repair(source, reason.rule, 'removed', `${block.type}: ${reason.detail}`)
    return []
  })
  const end = endWithoutThinking(answer, context)
  return withPieces(exchange, { answer: end < answer.length ? answer.slice(0, end) : answer })
}

type Reason = { readonly rule: string; readonly detail: string }

/** An answer that the API paused has several ids; each of them is a run of its own. */
function reasonsToDrop(exchange: Exchange, context: StepContext): ReadonlyMap<unknown, Reason> {
  const reasons = new Map<unknown, Reason>()
  const broken = context.pastIsBroken && context.target.modelFacts.prefixCheck !== false
  for (const { block, source } of exchange.answer) {
    const problem = isThinkingBlock(block) ? (broken ? BROKEN : thinkingProblem(block)) : null
    if (problem) reasons.set(innerMessage(source).id, problem)
  }
  return reasons
}

const BROKEN: Reason = { rule: 'THK-20', detail: 'the log before it was repaired' }

function thinkingProblem(block: ContentBlock): Reason | null {
  if (block.type === 'thinking') {
    if (typeof block.thinking !== 'string') return { rule: 'THK-13', detail: 'no thinking' }
    if (typeof block.signature !== 'string' || block.signature === '')
      return { rule: 'THK-12', detail: 'no signature' }
  }
  if (block.type === 'redacted_thinking' && (typeof block.data !== 'string' || block.data === '')) {
    return { rule: 'THK-11', detail: 'no data' }
  }
  return isWellFormed(block) ? null : { rule: 'ENV-03', detail: 'lone surrogates' }
}

function endWithoutThinking(answer: Exchange['answer'], context: StepContext): number {
  let end = answer.length
  for (; end > 0; end--) {
    const piece = answer[end - 1]
    if (!piece || !isThinkingBlock(piece.block)) break
    context.repair(piece.source, 'ROL-05', 'removed', `${piece.block.type} at the end of an answer`)
  }
  return end
}
