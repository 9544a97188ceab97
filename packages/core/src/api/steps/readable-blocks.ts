import { isObject } from '../../message/json.ts'
import { BETA_BLOCKS, BLOCK_SCHEMAS, type FieldKind } from '../contract/block-fields.ts'
import { changePieces, type Exchange, type Piece, repairOf, withPieces } from '../exchange.ts'
import { describeBlock } from '../note.ts'
import type { Step, StepContext } from '../step.ts'

/**
 * ENV-10, ENV-16: blocks that the API does not know, or cannot read, become text; fields that it
 * does not allow are taken off. Cache markers go too: they are placed anew on every request.
 */
export const readableBlocks: Step = (exchange, context): Exchange =>
  withPieces(exchange, {
    answer: changePieces(exchange.answer, piece => readable(piece, context)),
    reply: changePieces(exchange.reply, piece => readable(piece, context)),
  })

function readable(piece: Piece, context: StepContext): Piece {
  const { block, source } = piece
  const problem = unreadable(block, context)
  if (problem !== null) {
    context.report(repairOf(source, 'ENV-16', 'replaced', `${String(block.type)}: ${problem}`))
    return { ...piece, block: describeBlock(block) }
  }
  const extra = extraFields(block, context)
  if (extra.length === 0) return piece
  context.report(repairOf(source, 'ENV-10', 'edited', `${block.type}: took off ${extra.join(', ')}`))
  const kept = Object.entries(block).filter(([field]) => !extra.includes(field))
  return { ...piece, block: Object.fromEntries(kept) as Piece['block'] }
}

function unreadable(block: Piece['block'], context: StepContext): string | null {
  const schema = BLOCK_SCHEMAS[block.type]
  if (!schema || !Object.hasOwn(BLOCK_SCHEMAS, block.type)) return 'unknown type'
  const betas = BETA_BLOCKS[block.type]
  if (betas && !betas.some(beta => context.target.betas.includes(beta))) return 'needs a beta'
  if (MENDED_LATER.has(block.type)) return null
  const fields = block as { readonly [field: string]: unknown }
  const missing = Object.entries(schema).find(
    ([field, kind]) => !kind.endsWith('?') && (fields[field] === undefined || !fits(fields[field], kind)),
  )
  return missing ? `no usable ${missing[0]}` : null
}

/** Calls, results and thinking are mended by steps of their own, which know more about them. */
const MENDED_LATER: ReadonlySet<string> = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
])

function extraFields(block: Piece['block'], context: StepContext): readonly string[] {
  const schema = BLOCK_SCHEMAS[block.type] ?? {}
  return Object.entries(block)
    .filter(([field, value]) => field !== 'type' && isExtra({ field, value, block, schema, context }))
    .map(([field]) => field)
}

function isExtra(place: {
  readonly field: string
  readonly value: unknown
  readonly block: Piece['block']
  readonly schema: Readonly<Record<string, FieldKind>>
  readonly context: StepContext
}): boolean {
  const { field, value, block, schema } = place
  const kind = Object.hasOwn(schema, field) ? schema[field] : undefined
  if (kind === undefined || field === 'cache_control') return true
  if (block.type === 'tool_result' && field === 'content') return false
  return kind.endsWith('?') && value !== null && !fits(value, kind)
}

function fits(value: unknown, kind: FieldKind): boolean {
  switch (kind.replace('?', '')) {
    case 'string':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    case 'text-or-blocks':
      return typeof value === 'string' || Array.isArray(value)
    default:
      return true
  }
}
