import { isBlank } from '@antiphon/contract'
import { changePieces, type Exchange, type Piece, withPieces } from '../exchange.ts'
import type { Step, StepContext } from '../step.ts'

/** EMP-01, EMP-02: the API takes no text without a visible character. ENV-14: nor citations in a user's text. */
export const dropBlankText: Step = (exchange, context): Exchange =>
  withPieces(exchange, {
    answer: changePieces(exchange.answer, visible, context),
    reply: changePieces(exchange.reply, visibleAndUncited, context),
  })

function visible(piece: Piece, context: StepContext): Piece | readonly Piece[] {
  return isVisible(piece, context) ? piece : []
}

function visibleAndUncited(piece: Piece, context: StepContext): Piece | readonly Piece[] {
  return isVisible(piece, context) ? withoutCitations(piece, context) : []
}

function isVisible({ block, source }: Piece, context: StepContext): boolean {
  if (block.type !== 'text' || !isBlank(block.text)) return true
  context.repair(source, block.text === '' ? 'EMP-01' : 'EMP-02', 'removed', 'blank text')
  return false
}

function withoutCitations(piece: Piece, context: StepContext): Piece {
  if (piece.block.type !== 'text' || !piece.block.citations || piece.block.citations.length === 0)
    return piece
  context.repair(piece.source, 'ENV-14', 'edited', "citations of a user's text")
  const { citations: _, ...block } = piece.block
  return { ...piece, block }
}
