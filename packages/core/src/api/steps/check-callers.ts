import { isObject } from '../../message/json.ts'
import { SERVER_TOOL_USE_ID_PATTERN } from '../contract/tables/patterns.ts'
import { changePieces, type Exchange, repairOf, withPieces } from '../exchange.ts'
import type { Step, StepContext } from '../step.ts'

/** TUP-16: a call may name the program of the API's own that made it only while that program is there to be seen. */
export const checkCallers: Step = (exchange, context): Exchange => {
  if (!exchange.answer.some(({ block }) => 'caller' in block)) return exchange
  const programs = new Set<unknown>(
    exchange.answer.map(({ block }) => (block.type === 'server_tool_use' ? block.id : null)),
  )
  const answer = changePieces(exchange.answer, piece => {
    if (
      !('caller' in piece.block) ||
      isKnown(piece.block.caller, id => programs.has(id) || isEarlier(id, context))
    )
      return piece
    const { caller: _, ...block } = piece.block
    context.report(repairOf(piece.source, 'TUP-16', 'edited', `${piece.block.type}: took off its caller`))
    // A caller is optional on every block that has one, so the block keeps its type.
    return { ...piece, block: block as typeof piece.block }
  })
  return withPieces(exchange, { answer })
}

/** A program that waits for our results may call again in its next answer. */
function isEarlier(id: unknown, { ledger }: StepContext): boolean {
  return typeof id === 'string' && SERVER_TOOL_USE_ID_PATTERN.test(id) && ledger.hasToolId(id)
}

function isKnown(caller: unknown, isProgram: (id: unknown) => boolean): boolean {
  if (!isObject(caller) || typeof caller.type !== 'string') return false
  return caller.type === 'direct' || (CODE_EXECUTION.test(caller.type) && isProgram(caller.tool_id))
}

const CODE_EXECUTION = /^code_execution_\d{8}$/
