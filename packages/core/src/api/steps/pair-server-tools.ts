import {
  type ContentBlock,
  isServerToolResultBlock,
  type ServerToolUseBlock,
} from '../../message/content-block.ts'
import { isObject } from '../../message/json.ts'
import { SERVER_TOOL_RESULT_OF, SERVER_TOOL_USE_ID_PATTERN } from '../contract/patterns.ts'
import { PLATFORMS } from '../contract/platforms.ts'
import { changePieces, type Exchange, type Piece, repairOf, withPieces } from '../exchange.ts'
import { describeBlock } from '../note.ts'
import type { Step, StepContext } from '../step.ts'

/**
 * SRV-01 to SRV-04: a call that the API carried out and its result stand in one answer. A call that was
 * cut off gets an error result, a result without its call becomes text, a foreign pair becomes text.
 */
export const pairServerTools: Step = (exchange, context): Exchange => {
  if (!exchange.answer.some(isServerSide)) return exchange
  const open = new Map<string, Piece>()
  const answered = new Set<string>()
  const pieces = changePieces(exchange.answer, piece => {
    const { block } = piece
    if (block.type === 'server_tool_use') return keepCall(piece, block, { open, answered }, context)
    if (!isServerToolResultBlock(block)) return piece
    const call = open.get(block.tool_use_id)
    const fits =
      call?.block.type === 'server_tool_use' && SERVER_TOOL_RESULT_OF[call.block.name] === block.type
    if (fits && open.delete(block.tool_use_id)) return piece
    context.report(repairOf(piece.source, 'SRV-04', 'replaced', `${block.type} without its call`))
    return { ...piece, block: describeBlock(block) }
  })
  if (exchange.paused || open.size === 0) return withPieces(exchange, { answer: pieces })
  return withPieces(exchange, {
    answer: [...pieces, ...[...open.values()].map(piece => errorResult(piece, context))],
  })
}

function isServerSide({ block }: Piece): boolean {
  return block.type === 'server_tool_use' || isServerToolResultBlock(block)
}

type Pairs = { readonly open: Map<string, Piece>; readonly answered: Set<string> }

function keepCall(piece: Piece, block: ServerToolUseBlock, pairs: Pairs, context: StepContext): Piece {
  const problem = foreign(block, pairs, context)
  if (problem === null) {
    pairs.open.set(block.id, piece)
    pairs.answered.add(block.id)
    context.ledger.addToolId(block.id)
    return piece
  }
  context.report(repairOf(piece.source, problem, 'replaced', `server tool call ${block.id}`))
  return { ...piece, block: describeBlock(block) }
}

function foreign(block: ServerToolUseBlock, { answered }: Pairs, context: StepContext): string | null {
  const available = PLATFORMS[context.target.platform].serverTools
  if (!SERVER_TOOL_USE_ID_PATTERN.test(block.id)) return 'SRV-01'
  if (!Object.hasOwn(SERVER_TOOL_RESULT_OF, block.name) || block.name === 'advisor') return 'SRV-02'
  if (available === 'none' || (available !== 'all' && !available.includes(block.name))) return 'SRV-13'
  if (answered.has(block.id) || context.ledger.hasToolId(block.id)) return 'TUP-04'
  return isObject(block.input) ? null : 'TUP-08'
}

function errorResult(call: Piece, context: StepContext): Piece {
  const { id, name } = call.block as ServerToolUseBlock
  const type = SERVER_TOOL_RESULT_OF[name] as string
  context.report(repairOf(call.source, 'SRV-03', 'inserted', `error result for the server tool call ${id}`))
  const block = { type, tool_use_id: id, content: { type: `${type}_error`, error_code: 'unavailable' } }
  return { source: call.source, block: block as unknown as ContentBlock }
}
