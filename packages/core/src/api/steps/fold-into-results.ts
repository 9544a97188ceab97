import type { ContentBlock, ToolResultBlock } from '@antiphon/contract'
import { isBlank, isObject, toContentBlocks } from '@antiphon/contract'
import type { Exchange, Piece } from '../exchange.ts'
import type { Ledger } from '../ledger.ts'
import { createNote, describeBlock } from '../note.ts'
import type { Step, StepContext } from '../step.ts'

/** SRV-07, SRV-12: after an answer that mixes the API's tools with ours, the reply holds nothing but results; the rest goes into one of them. */
export const foldIntoResults: Step = (exchange, context): Exchange => {
  if (!takesOnlyResults(exchange, context.ledger)) return exchange
  const extras = exchange.reply.filter(piece => piece.block.type !== 'tool_result')
  if (extras.length === 0) return exchange
  const results = exchange.reply.filter(piece => piece.block.type === 'tool_result')
  const host = chooseHost(results)
  const programmatic = exchange.answer.some(isProgrammatic)
  const reply = results.map((piece, position) =>
    position === host ? addTo(piece, { extras, programmatic }, context) : piece,
  )
  return { ...exchange, reply }
}

/** True where the API refuses everything but results in the reply to this answer. */
export function takesOnlyResults(exchange: Exchange, { waitingCalls }: Ledger): boolean {
  if (!exchange.answer.some(isCall)) return false
  return waitingCalls.size > 0 || exchange.answer.some(isServerCall) || exchange.answer.some(isProgrammatic)
}

function isCall({ block }: Piece): boolean {
  return block.type === 'tool_use'
}

function isServerCall({ block }: Piece): boolean {
  return block.type === 'server_tool_use'
}

function isProgrammatic({ block }: Piece): boolean {
  return block.type === 'tool_use' && isObject(block.caller) && block.caller.type !== 'direct'
}

function chooseHost(results: readonly Piece[]): number {
  const plain = results.findLastIndex(
    ({ block }) => block.type === 'tool_result' && !block.is_error && !isSearch(block),
  )
  return plain >= 0 ? plain : results.length - 1
}

function isSearch(block: ToolResultBlock): boolean {
  return Array.isArray(block.content) && block.content.some(inner => inner.type === 'search_result')
}

function addTo(
  piece: Piece,
  { extras, programmatic }: { readonly extras: readonly Piece[]; readonly programmatic: boolean },
  context: StepContext,
): Piece {
  const block = piece.block as ToolResultBlock
  const textOnly = block.is_error === true || isSearch(block) || programmatic
  const own = isSilent(block.content) ? [] : toContentBlocks(block.content ?? [])
  const readable = isSearch(block)
    ? own.map(inner => (inner.type === 'search_result' ? describeBlock(inner) : inner))
    : own
  context.repair(
    piece.source,
    'SRV-07',
    'edited',
    `result of ${block.tool_use_id} takes up ${extras.length} more blocks`,
  )
  const added = extras.map(extra => {
    const inside = insideOfResult(extra.block, textOnly)
    const action = inside === extra.block ? 'moved' : 'replaced'
    const detail = `${extra.block.type} into the result of ${block.tool_use_id}`
    context.repair(extra.source, 'SRV-07', action, detail)
    return inside
  })
  return { ...piece, block: { ...block, content: [...readable, ...added] as readonly ContentBlock[] } }
}

/** Blank text may be the whole of a result, but no block of it. */
function isSilent(content: ToolResultBlock['content']): boolean {
  return content === undefined || (typeof content === 'string' && isBlank(content))
}

/** A result holds less than a reply does, and search results only where there is nothing else. */
function insideOfResult(block: ContentBlock, textOnly: boolean): ContentBlock {
  if (block.type === 'text') return block
  if (block.type !== 'image' && block.type !== 'document') return describeBlock(block)
  return textOnly ? createNote(`${block.type} omitted`) : block
}
