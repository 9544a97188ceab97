import { isObject } from '@antiphon/contract'
import { changePieces, type Exchange, type Piece, withPieces } from '../exchange.ts'
import type { Step, StepContext } from '../step.ts'

/** TUP-16: a call may name the program of the API's own that made it only while that program is there to be seen. */
export const checkCallers: Step = (exchange, context): Exchange => {
  if (!exchange.answer.some(hasCaller)) return exchange
  const answer = changePieces(exchange.answer, piece => {
    if (!('caller' in piece.block) || isKnown(piece.block.caller, context)) return piece
    const { caller: _, ...block } = piece.block
    context.repair(piece.source, 'TUP-16', 'edited', `${piece.block.type}: took off its caller`)
    // A caller is optional on every block that has one, so the block keeps its type.
    return { ...piece, block: block as typeof piece.block }
  })
  return withPieces(exchange, { answer })
}

function hasCaller({ block }: Piece): boolean {
  return 'caller' in block
}

/** The program may stand in an earlier answer: it waits for our results and calls again. */
function isKnown(caller: unknown, { ledger }: StepContext): boolean {
  if (!isObject(caller) || typeof caller.type !== 'string') return false
  if (caller.type === 'direct') return true
  return (
    CODE_EXECUTION.test(caller.type) &&
    typeof caller.tool_id === 'string' &&
    ledger.serverCalls.has(caller.tool_id)
  )
}

const CODE_EXECUTION = /^code_execution_\d{8}$/
