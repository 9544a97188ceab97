import { isObject } from '../../message/json.ts'
import { changePieces, type Exchange, repairOf, withPieces } from '../exchange.ts'
import type { Step } from '../step.ts'

/** TUP-16: a call may name the program of the API's own that made it only while that program is there to be seen. */
export const checkCallers: Step = (exchange, context): Exchange => {
  if (!exchange.answer.some(({ block }) => 'caller' in block)) return exchange
  const programs = new Set(
    exchange.answer.map(({ block }) => (block.type === 'server_tool_use' ? block.id : null)),
  )
  const answer = changePieces(exchange.answer, piece => {
    if (!('caller' in piece.block) || isKnown(piece.block.caller, programs)) return piece
    const { caller: _, ...block } = piece.block
    context.report(repairOf(piece.source, 'TUP-16', 'edited', `${piece.block.type}: took off its caller`))
    // A caller is optional on every block that has one, so the block keeps its type.
    return { ...piece, block: block as typeof piece.block }
  })
  return withPieces(exchange, { answer })
}

function isKnown(caller: unknown, programs: ReadonlySet<unknown>): boolean {
  if (!isObject(caller) || typeof caller.type !== 'string') return false
  return caller.type === 'direct' || (CODE_EXECUTION.test(caller.type) && programs.has(caller.tool_id))
}

const CODE_EXECUTION = /^code_execution_\d{8}$/
