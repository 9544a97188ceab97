import { type Exchange, type Piece, withPieces } from '../exchange.ts'
import type { Step } from '../step.ts'

/** TUP-14: results stand before everything else in the reply, or the API does not see them. */
export const resultsFirst: Step = (exchange, context): Exchange => {
  if (isOrdered(exchange.reply)) return exchange
  const results: Piece[] = []
  const others: Piece[] = []
  for (const piece of exchange.reply) {
    if (piece.block.type !== 'tool_result') {
      others.push(piece)
      continue
    }
    if (others.length > 0 && !piece.inserted) {
      context.repair(piece.source, 'TUP-14', 'moved', `result of ${piece.block.tool_use_id} to the front`)
    }
    results.push(piece)
  }
  return withPieces(exchange, { reply: [...results, ...others] })
}

function isOrdered(reply: readonly Piece[]): boolean {
  return reply.every(
    ({ block }, position) =>
      block.type !== 'tool_result' || position === 0 || reply[position - 1]?.block.type === 'tool_result',
  )
}
