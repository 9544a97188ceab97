import { isContentBlock, isObject } from '@antiphon/contract'
import { isUserMessage } from '../../message/message-guards.ts'
import type { UserMessage } from '../../message/user-message.ts'
import { changePieces, type Exchange, type Piece, withPieces } from '../exchange.ts'
import { createNote, toName } from '../note.ts'
import type { Step, StepContext } from '../step.ts'

/** TRF-01: a reference to a tool that the request does not offer becomes a note that it is gone; without tool search, one to a tool that is there from the start becomes a note of that. */
export const resolveToolReferences: Step = (exchange, context): Exchange => {
  if (!exchange.reply.some(holdsBlocks) && !exchange.answer.some(isToolSearch)) return exchange
  const available = new Set(context.toolSearch ? context.tools.map(tool => tool.name) : [])
  return withPieces(exchange, {
    answer: changePieces(exchange.answer, piece => keepAvailable(piece, available, context)),
    reply: changePieces(exchange.reply, piece => resolvePiece(piece, available, context)),
  })
}

function holdsBlocks({ block }: Piece): boolean {
  return block.type === 'tool_result' && Array.isArray(block.content)
}

function isToolSearch({ block }: Piece): boolean {
  return block.type === 'tool_search_tool_result'
}

/** What the API's own search found is a plain list: names that are gone are taken out of it. */
function keepAvailable(piece: Piece, available: ReadonlySet<string>, context: StepContext): Piece {
  const { block, source } = piece
  if (block.type !== 'tool_search_tool_result' || !isObject(block.content)) return piece
  const found: unknown = block.content.tool_references
  if (!Array.isArray(found)) return piece
  const kept = found.filter(
    (reference: unknown) =>
      isContentBlock(reference) && reference.type === 'tool_reference' && available.has(reference.tool_name),
  )
  if (kept.length === found.length) return piece
  const gone = found.length - kept.length
  context.repair(source, 'TRF-01', 'edited', `${gone} references to tools that are not available`)
  return { ...piece, block: { ...block, content: { ...block.content, tool_references: kept } } }
}

/** Takes every tool reference out of a user message: for models without tool search. */
export function stripToolReferenceBlocksFromUserMessage(message: UserMessage): UserMessage {
  return stripUnavailableToolReferencesFromUserMessage(message, new Set())
}

/** Takes the references to tools that are not available out of a user message. */
export function stripUnavailableToolReferencesFromUserMessage(
  message: UserMessage,
  availableToolNames: ReadonlySet<string>,
): UserMessage {
  if (!isUserMessage(message) || !Array.isArray(message.message.content)) return message
  const original: readonly unknown[] = message.message.content
  const content = original.map(block => replaceReferences(block, availableToolNames, describeGone))
  if (content.every((block, index) => block === original[index])) return message
  return {
    ...message,
    message: { ...message.message, content: content as UserMessage['message']['content'] },
  }
}

function resolvePiece(piece: Piece, available: ReadonlySet<string>, context: StepContext): Piece {
  const describe = (name: unknown): string => {
    context.repair(piece.source, 'TRF-01', 'replaced', `reference to the tool ${toName(name)}`)
    const isOffered = context.tools.some(tool => tool.name === name)
    return isOffered ? `the tool ${toName(name)} can be called` : describeGone(name)
  }
  const block = replaceReferences(piece.block, available, describe)
  return block === piece.block ? piece : { ...piece, block: block as Piece['block'] }
}

function describeGone(name: unknown): string {
  return `the tool ${toName(name)} is not available`
}

function replaceReferences(
  block: unknown,
  available: ReadonlySet<string>,
  describe: (name: unknown) => string,
): unknown {
  if (!isContentBlock(block) || block.type !== 'tool_result' || !Array.isArray(block.content)) return block
  const original: readonly unknown[] = block.content
  const content = original.map(inner => {
    if (!isContentBlock(inner) || inner.type !== 'tool_reference' || available.has(inner.tool_name))
      return inner
    return createNote(describe(inner.tool_name))
  })
  return content.every((inner, index) => inner === original[index]) ? block : { ...block, content }
}
