import type { ToolUseBlock } from '@antiphon/contract'
import { isObject, TOOL_USE_ID_PATTERN } from '@antiphon/contract'
import { changePieces, type Exchange, type Piece, withPieces } from '../exchange.ts'
import { cutCodePoints, isTooDeep, toName } from '../note.ts'
import type { Step, StepContext } from '../step.ts'
import { normalizeToolInputForAPI, toolMatchesName } from '../tools.ts'
import { isWellFormed } from './well-formed-strings.ts'

const MAX_NAME = 200

/** TUP-04, 07, 08, 09: gives each call a unique, legal id, a name and an object as input; its results follow it. */
export const mendToolCalls: Step = (exchange, context): Exchange => {
  if (!exchange.answer.some(isCall)) return exchange
  const sentIds = new Map<unknown, string[]>()
  const seen: ToolUseBlock[] = []
  const answer = changePieces(exchange.answer, piece => {
    if (piece.block.type !== 'tool_use') return piece
    if (isCopy(piece.block, seen)) {
      context.repair(piece.source, 'TUP-04', 'removed', `copy of the call ${piece.block.id}`)
      return []
    }
    const id = claimId(piece, context)
    const known = sentIds.get(piece.block.id)
    if (known) known.push(id)
    else sentIds.set(piece.block.id, [id])
    seen.push(piece.block)
    return mendCall(piece, piece.block, id, context)
  })
  return withPieces(exchange, { answer, reply: renameResults(exchange.reply, sentIds, context) })
}

function isCall({ block }: Piece): boolean {
  return block.type === 'tool_use'
}

function isCopy(block: ToolUseBlock, seen: readonly ToolUseBlock[]): boolean {
  return seen.some(
    other =>
      other.id === block.id &&
      other.name === block.name &&
      JSON.stringify(other.input) === JSON.stringify(block.input),
  )
}

function claimId(piece: Piece, context: StepContext): string {
  const { id: original } = piece.block as ToolUseBlock
  const legal = legalId(original)
  let id = legal
  for (let copy = 2; !context.ledger.toolIds.add(id); copy++) id = `${legal}_${copy}`
  if (id !== original) {
    const rule = id === legal ? 'TUP-07' : 'TUP-04'
    context.repair(piece.source, rule, 'renamed', `call ${toName(original)} is sent as ${id}`)
  }
  return id
}

function legalId(id: unknown): string {
  if (typeof id !== 'string' || id === '') return 'toolu_unnamed'
  return TOOL_USE_ID_PATTERN.test(id) ? id : id.replace(/[^a-zA-Z0-9_-]/gu, '_')
}

function mendCall(piece: Piece, block: ToolUseBlock, id: string, context: StepContext): Piece {
  const tool = context.tools.find(known => toolMatchesName(known, block.name))
  const input = toInput(block.input)
  if (input !== block.input) {
    context.repair(piece.source, 'TUP-08', 'edited', `input of call ${id} was ${typeName(block.input)}`)
  }
  const name = legalName(tool?.name ?? block.name)
  if (name !== (tool?.name ?? block.name)) {
    context.repair(piece.source, 'TUP-09', 'edited', `name of call ${id} was ${typeName(block.name)}`)
  }
  if (tool && tool.name !== block.name)
    context.repair(piece.source, 'SEED-tool-name', 'renamed', `${block.name} is called ${name} now`)
  const sentInput = tool ? normalizeToolInputForAPI(tool, input) : input
  if (sentInput !== input)
    context.repair(piece.source, 'SEED-tool-input', 'edited', `fields of call ${id} that are ours`)
  if (id === block.id && name === block.name && sentInput === block.input) return piece
  return { ...piece, block: { ...block, id, name, input: sentInput } }
}

function toInput(input: unknown): Readonly<Record<string, unknown>> {
  if (isObject(input)) return input
  if (input === undefined || input === null || input === '') return {}
  if (typeof input === 'string') {
    try {
      const parsed: unknown = JSON.parse(input)
      // What was escaped in the text may be no better than what the first step mends.
      if (isObject(parsed) && !isTooDeep(parsed) && isWellFormed(parsed)) return parsed
    } catch {
      // Not JSON: the text itself is the input.
    }
  }
  return { _raw: input }
}

function legalName(name: unknown): string {
  if (typeof name !== 'string' || name === '') return 'unknown_tool'
  return name.length > MAX_NAME && [...name].length > MAX_NAME ? cutCodePoints(name, MAX_NAME - 40) : name
}

function typeName(value: unknown): string {
  return value === null
    ? 'null'
    : Array.isArray(value)
      ? 'an array'
      : typeof value === 'string'
        ? 'too long or empty'
        : typeof value
}

function renameResults(
  reply: readonly Piece[],
  sentIds: ReadonlyMap<unknown, string[]>,
  context: StepContext,
): readonly Piece[] {
  return changePieces(reply, piece => {
    const { block } = piece
    if (block.type !== 'tool_result') return piece
    const ids = sentIds.get(block.tool_use_id)
    // The n-th result for an id that two calls shared belongs to the n-th call.
    const id = ids && ids.length > 1 ? ids.shift() : ids?.[0]
    if (id === undefined || id === block.tool_use_id) return piece
    context.repair(
      piece.source,
      'TUP-04',
      'renamed',
      `result of ${toName(block.tool_use_id)} follows its call to ${id}`,
    )
    return { ...piece, block: { ...block, tool_use_id: id } }
  })
}
