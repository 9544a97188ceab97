import { takesSystemMessages } from '@antiphon/contract'
import type { Exchange, Piece } from '../exchange.ts'
import { wrapInSystemReminder } from '../render-attachment/wrap-in-system-reminder.ts'
import type { Step, StepContext } from '../step.ts'

/** SYS-01 to SYS-06: a system turn stays one where the model takes it, at the end of a reply; elsewhere it becomes a reminder. */
export const placeSystemTurns: Step = (exchange, context): Exchange => {
  if (!exchange.reply.some(piece => piece.system)) return exchange
  const lastUser = exchange.reply.findLastIndex(piece => !piece.system)
  const allowed = takesSystemMessages(context.target) && lastUser >= 0
  const reply = exchange.reply.map((piece, position) =>
    piece.system && !(allowed && position > lastUser) ? toReminder(piece, context) : piece,
  )
  return { ...exchange, reply }
}

function toReminder(piece: Piece, context: StepContext): Piece {
  const { system: _, ...user } = piece
  context.repair(piece.source, 'SYS-06', 'replaced', 'system turn as a reminder in the reply')
  if (piece.block.type !== 'text' || piece.block.text.startsWith('<system-reminder>')) return user
  return { ...user, block: { ...piece.block, text: wrapInSystemReminder(piece.block.text) } }
}
