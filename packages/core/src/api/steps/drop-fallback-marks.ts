import { BETA_BLOCKS, isThinkingBlock } from '@antiphon/contract'
import { changePieces, type Exchange, innerMessage, type Piece, withPieces } from '../exchange.ts'
import { describeBlock } from '../note.ts'
import type { Step, StepContext } from '../step.ts'

/**
 * THK-18: thinking of a model that gave up in mid-answer is no longer readable, and its calls become
 * text; without the beta its mark goes, and the calls may stay.
 */
export const dropFallbackMarks: Step = (exchange, context): Exchange => {
  const last = exchange.answer.findLastIndex(isMark)
  if (last < 0) return exchange
  const stale = staleThinking(exchange.answer)
  const hasBeta = BETA_BLOCKS.fallback?.some(beta => context.target.betas.includes(beta)) ?? false
  const keepsMark =
    hasBeta && !exchange.answer.slice(0, last).some(piece => isThinking(piece) && !stale.has(piece))
  const answer = changePieces(exchange.answer, (piece, _, position) => {
    if (stale.has(piece) || (isMark(piece) && !keepsMark)) return without(piece, context)
    return keepsMark && position < last && piece.block.type === 'tool_use' ? asText(piece, context) : piece
  })
  return withPieces(exchange, { answer })
}

/** An answer that the API paused has several ids: what was sent of it before the mark came stays, and the mark goes. */
function staleThinking(answer: readonly Piece[]): ReadonlySet<Piece> {
  const stale = answer.filter(
    (piece, position) =>
      isThinking(piece) &&
      answer.some((later, index) => index > position && isMark(later) && idOf(later) === idOf(piece)),
  )
  return new Set(stale)
}

function isMark({ block }: Piece): boolean {
  return block.type === 'fallback'
}

function isThinking({ block }: Piece): boolean {
  return isThinkingBlock(block)
}

function idOf({ source }: Piece): unknown {
  return innerMessage(source).id
}

function without({ block, source }: Piece, context: StepContext): readonly Piece[] {
  context.repair(source, 'THK-18', 'removed', `${block.type} around a change of model`)
  return []
}

function asText(piece: Piece, context: StepContext): Piece {
  context.repair(piece.source, 'THK-18', 'replaced', 'tool_use before a change of model')
  return { ...piece, block: describeBlock(piece.block) }
}
