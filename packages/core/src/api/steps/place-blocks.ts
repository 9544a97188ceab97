import { BLOCKS_BY_ROLE, isThinkingBlock } from '@antiphon/contract'
import { changePieces, type Exchange, type Piece, withPieces } from '../exchange.ts'
import { describeBlock } from '../note.ts'
import type { Step, StepContext } from '../step.ts'

/**
 * Puts each block where its role may carry it: results and media that an answer holds go to the reply,
 * calls that a person's message holds become text, thinking outside of an answer is dropped.
 */
export const placeBlocks: Step = (exchange, context): Exchange => {
  const moved: Piece[] = []
  const answer = changePieces(exchange.answer, piece => {
    if (!REPLY_ONLY.has(piece.block.type)) return placeInAnswer(piece, context)
    const rule = piece.block.type === 'tool_result' ? 'TUP-06' : 'IMG-10'
    context.repair(piece.source, rule, 'moved', `${piece.block.type} from the answer to the reply`)
    moved.push(piece)
    return []
  })
  const reply = changePieces(exchange.reply, placeInReply, context)
  return withPieces(exchange, { answer, reply: moved.length > 0 ? [...moved, ...reply] : reply })
}

/** What only a user message may carry. */
const REPLY_ONLY: ReadonlySet<string> = new Set(['tool_result', 'image', 'document', 'search_result'])

function placeInAnswer(piece: Piece, context: StepContext): Piece {
  return BLOCKS_BY_ROLE.assistant.includes(piece.block.type) ? piece : describe(piece, 'ENV-16', context)
}

function placeInReply(piece: Piece, context: StepContext): Piece | readonly Piece[] {
  const { block, source } = piece
  if (isThinkingBlock(block)) {
    context.repair(source, 'THK-16', 'removed', `${block.type} outside of an answer`)
    return []
  }
  if (piece.system && BLOCKS_BY_ROLE.system.includes(block.type)) return piece
  if (!piece.system && BLOCKS_BY_ROLE.user.includes(block.type)) return piece
  const { system, ...spoken } = piece
  if (system) context.repair(source, 'SYS-05', 'moved', `${block.type} from a system turn to the reply`)
  if (BLOCKS_BY_ROLE.user.includes(block.type)) return spoken
  return describe(spoken, BLOCKS_BY_ROLE.assistant.includes(block.type) ? 'TUP-05' : 'ENV-16', context)
}

function describe(piece: Piece, rule: string, context: StepContext): Piece {
  context.repair(piece.source, rule, 'replaced', `${piece.block.type} cannot stand there`)
  return { ...piece, block: describeBlock(piece.block) }
}
