import {
  type ContentBlock,
  isBlank,
  isObject,
  isServerToolResultBlock,
  type McpToolUseBlock,
  PLATFORMS,
  SERVER_TOOL_RESULT_OF,
  SERVER_TOOL_USE_ID_PATTERN,
  type ServerToolUseBlock,
} from '@antiphon/contract'
import { SYNTHETIC_TOOL_RESULT_PLACEHOLDER } from '../../message/synthetic-texts.ts'
import { changePieces, type Exchange, type Piece, withPieces } from '../exchange.ts'
import { describeBlock } from '../note.ts'
import type { Step, StepContext } from '../step.ts'

/**
 * SRV-01 to SRV-05: a call that the API carried out and its result stand in one answer, or the result in the
 * next one where calls of ours had to be answered first. A call that was cut off gets an error result, a result
 * without its call becomes text, a foreign pair becomes text.
 */
export const pairServerTools: Step = (exchange, context): Exchange => {
  const { waitingCalls } = context.ledger
  if (waitingCalls.size === 0 && !exchange.answer.some(isServerSide)) return exchange
  notePrograms(exchange, context)
  const open = new Map<string, Piece>(waitingCalls)
  const answered = new Set<string>()
  const pieces = changePieces(exchange.answer, piece => {
    const { block } = piece
    if (isCall(block)) return keepCall(piece, block, { open, answered }, context)
    if (!isResult(block)) return piece
    const call = open.get(block.tool_use_id)?.block
    const problem = call && isCall(call) && resultTypeOf(call) === block.type ? lostContent(block) : ORPHAN
    if (problem === null && open.delete(block.tool_use_id)) return piece
    const { rule, detail } = problem ?? ORPHAN
    context.repair(piece.source, rule, 'replaced', `${block.type} ${detail}`)
    return { ...piece, block: describeBlock(block) }
  })
  return settle(withPieces(exchange, { answer: pieces }), open, context)
}

/**
 * What is still open at the end of an answer waits for the next one where calls of ours have to be answered first
 * (a program of the API's for as many answers as it calls us), or for the API to go on where it paused, or was lost.
 * The result of a call that waited would have opened this answer, so that is where its error stands.
 */
function settle(exchange: Exchange, open: ReadonlyMap<string, Piece>, context: StepContext): Exchange {
  const { waitingCalls } = context.ledger
  // Only a server tool binds the reply to results alone (SRV-07), without which nothing may wait.
  const mayWait = (id: string): boolean =>
    open.get(id)?.block.type === 'server_tool_use' &&
    callsOurs(exchange) &&
    (!waitingCalls.has(id) || context.ledger.programs.has(id))
  const lost = [...open].filter(([id]) => !mayWait(id) && !(exchange.paused && !waitingCalls.has(id)))
  context.ledger.waitingCalls = new Map([...open].filter(([id]) => mayWait(id)))
  if (lost.length === 0) return exchange
  const errors = (waited: boolean): readonly Piece[] =>
    lost
      .filter(([id]) => waitingCalls.has(id) === waited)
      .map(([, call]) => errorResult(call, exchange, context))
  return withPieces(exchange, { answer: [...errors(true), ...exchange.answer, ...errors(false)] })
}

function callsOurs(exchange: Exchange): boolean {
  return exchange.answer.some(({ block }) => block.type === 'tool_use')
}

type ServerCall = ServerToolUseBlock | McpToolUseBlock

function isCall(block: ContentBlock): block is ServerCall {
  return block.type === 'server_tool_use' || block.type === 'mcp_tool_use'
}

function isResult(block: ContentBlock): block is Extract<ContentBlock, { readonly tool_use_id: string }> {
  return isServerToolResultBlock(block) || block.type === 'mcp_tool_result'
}

function isServerSide({ block }: Piece): boolean {
  return isCall(block) || isResult(block)
}

function resultTypeOf(call: ServerCall): string | undefined {
  return call.type === 'mcp_tool_use' ? 'mcp_tool_result' : SERVER_TOOL_RESULT_OF[call.name]
}

type Problem = { readonly rule: string; readonly detail: string }

const ORPHAN: Problem = { rule: 'SRV-04', detail: 'without its call' }

/** What the API cannot read back: found pages without their encrypted text, MCP results that are no text. */
function lostContent(block: ContentBlock): Problem | null {
  const content: unknown = 'content' in block ? block.content : undefined
  if (!Array.isArray(content)) return null
  if (block.type === 'web_search_tool_result' && !content.every(isEncrypted))
    return { rule: 'SRV-05', detail: 'that lost its encrypted content' }
  if (block.type === 'mcp_tool_result' && !content.every(isText))
    return { rule: 'ENV-16', detail: 'with content that is no text' }
  return null
}

function isEncrypted(item: unknown): boolean {
  return isObject(item) && typeof item.encrypted_content === 'string' && item.encrypted_content !== ''
}

function isText(inner: unknown): boolean {
  return isObject(inner) && inner.type === 'text' && typeof inner.text === 'string' && !isBlank(inner.text)
}

type Pairs = { readonly open: Map<string, Piece>; readonly answered: Set<string> }

/** Remembers which of the API's calls are programs that call our tools. */
function notePrograms({ answer }: Exchange, { ledger }: StepContext): void {
  for (const { block } of answer) {
    if (block.type !== 'tool_use' || !isObject(block.caller)) continue
    if (typeof block.caller.tool_id === 'string') ledger.programs.add(block.caller.tool_id)
  }
}

function keepCall(piece: Piece, block: ServerCall, pairs: Pairs, context: StepContext): Piece {
  const problem = foreign(block, pairs, context)
  if (problem === null) {
    pairs.open.set(block.id, piece)
    pairs.answered.add(block.id)
    context.ledger.toolIds.add(block.id)
    if (block.type === 'server_tool_use') context.ledger.serverCalls.add(block.id)
    return piece
  }
  context.repair(piece.source, problem, 'replaced', `server tool call ${block.id}`)
  return { ...piece, block: describeBlock(block) }
}

function foreign(block: ServerCall, { answered }: Pairs, context: StepContext): string | null {
  const available = PLATFORMS[context.target.platform].serverTools
  const name = block.type === 'mcp_tool_use' ? null : block.name
  if (name !== null && !SERVER_TOOL_USE_ID_PATTERN.test(block.id)) return 'SRV-01'
  if (name !== null && (!Object.hasOwn(SERVER_TOOL_RESULT_OF, name) || name === 'advisor')) return 'SRV-02'
  if (available !== 'all' && (available === 'none' || name === null || !available.includes(name)))
    return 'SRV-13'
  if (answered.has(block.id) || context.ledger.toolIds.has(block.id)) return 'TUP-04'
  return isObject(block.input) ? null : 'TUP-08'
}

function errorResult(call: Piece, exchange: Exchange, context: StepContext): Piece {
  const block = call.block as ServerCall
  const type = resultTypeOf(block)
  context.repair(call.source, 'SRV-03', 'inserted', `error result for the server tool call ${block.id}`)
  const content =
    block.type === 'mcp_tool_use'
      ? { is_error: true, content: [{ type: 'text', text: SYNTHETIC_TOOL_RESULT_PLACEHOLDER }] }
      : { content: { type: `${type}_error`, error_code: 'unavailable' } }
  return {
    source: exchange.answerSources.includes(call.source)
      ? call.source
      : (exchange.answerSources[0] ?? call.source),
    block: { type, tool_use_id: block.id, ...content } as unknown as ContentBlock,
  }
}
