import type { ToolResultBlock, ToolUseBlock } from '@antiphon/contract'
import { SYNTHETIC_TOOL_RESULT_PLACEHOLDER } from '../../message/synthetic-texts.ts'
import { changePieces, type Exchange, type Piece, withPieces } from '../exchange.ts'
import { toName } from '../note.ts'
import type { Step, StepContext } from '../step.ts'
import { toolResultAsText } from '../tool-result-as-text.ts'

/**
 * TUP-01 to TUP-03: every call of the answer has exactly one result in the reply. A missing one is
 * inserted as an error; a result that comes too late, twice or for nothing becomes text.
 */
export const pairToolResults: Step = (exchange, context): Exchange => {
  if (!exchange.answer.some(isCallOrResult) && !exchange.reply.some(isCallOrResult)) return exchange
  const open = new Map<string, Piece>()
  for (const piece of exchange.answer) if (piece.block.type === 'tool_use') open.set(piece.block.id, piece)
  const isCall = (id: string): boolean =>
    exchange.answer.some(({ block }) => block.type === 'tool_use' && block.id === id)
  const reply = changePieces(exchange.reply, piece => {
    if (piece.block.type !== 'tool_result') return piece
    if (open.delete(piece.block.tool_use_id)) return piece
    return unpaired(piece, piece.block, isCall(piece.block.tool_use_id), context)
  })
  if (open.size === 0) return withPieces(exchange, { reply })
  return withPieces(exchange, {
    reply: [...reply, ...[...open.values()].map(call => missingResult(call, context))],
  })
}

function isCallOrResult({ block }: Piece): boolean {
  return block.type === 'tool_use' || block.type === 'tool_result'
}

function unpaired(
  piece: Piece,
  block: ToolResultBlock,
  again: boolean,
  context: StepContext,
): readonly Piece[] {
  const what = again ? 'second result' : 'result without its call'
  context.ledger.broken = true
  context.repair(
    piece.source,
    again ? 'TUP-03' : 'TUP-02',
    'replaced',
    `${what}: ${toName(block.tool_use_id)}`,
  )
  return toolResultAsText(block).map(text => ({ ...piece, block: text }))
}

function missingResult(call: Piece, context: StepContext): Piece {
  const { id } = call.block as ToolUseBlock
  context.ledger.broken = true
  context.repair(call.source, 'TUP-01', 'inserted', `result for the call ${id}`)
  return { source: call.source, inserted: true, block: createMissingResult(id) }
}

/** What stands for a result that never came. */
export function createMissingResult(toolUseId: string): ToolResultBlock {
  return {
    type: 'tool_result',
    content: SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
    is_error: true,
    tool_use_id: toolUseId,
  }
}
