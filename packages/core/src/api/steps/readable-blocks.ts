import { BETA_BLOCKS, BLOCK_SCHEMAS, type FieldKind, fitsKind } from '@antiphon/contract'
import { changePieces, type Exchange, type Piece, withPieces } from '../exchange.ts'
import { describeBlock } from '../note.ts'
import type { Step, StepContext } from '../step.ts'
import { tidyBlock } from '../tidy-block.ts'

/**
 * ENV-10, ENV-16: blocks that the API does not know, or cannot read, become text; fields that it
 * does not allow are taken off. Cache markers go too: they are placed anew on every request.
 */
export const readableBlocks: Step = (exchange, context): Exchange =>
  withPieces(exchange, {
    answer: changePieces(exchange.answer, readable, context),
    reply: changePieces(exchange.reply, readable, context),
  })

function readable(piece: Piece, context: StepContext): Piece {
  const { block, source } = piece
  const problem = unreadable(block, context)
  if (problem !== null) {
    context.repair(source, 'ENV-16', 'replaced', `${block.type}: ${problem}`)
    return { ...piece, block: describeBlock(block) }
  }
  if (tidyBlock(block, ignore) === block) return piece
  const taken: string[] = []
  const tidy = tidyBlock(block, field => taken.push(field))
  context.repair(source, 'ENV-10', 'edited', `${block.type}: took off ${taken.join(', ')}`)
  return { ...piece, block: tidy }
}

/** Almost every block is tidy, and needs no list of what was taken off. */
function ignore(): void {}

function unreadable(block: Piece['block'], context: StepContext): string | null {
  const demanded = DEMANDED_FIELDS.get(block.type)
  if (!demanded) return 'unknown type'
  const betas = BETA_BLOCKS[block.type]
  if (betas && !betas.some(beta => context.target.betas.includes(beta))) return 'needs a beta'
  // CMP-05
  if (block.type === 'compaction' && block.content === '') return 'no content'
  if (MENDED_LATER.has(block.type)) return null
  const fields = block as { readonly [field: string]: unknown }
  for (const [field, kind] of demanded)
    if (fields[field] === undefined || !fitsKind(fields[field], kind)) return `no usable ${field}`
  return null
}

/** What each type of block cannot do without. */
const DEMANDED_FIELDS: ReadonlyMap<string, readonly (readonly [string, FieldKind])[]> = new Map(
  Object.entries(BLOCK_SCHEMAS).map(([type, schema]) => [
    type,
    Object.entries(schema).filter(([, kind]) => !kind.endsWith('?')),
  ]),
)

/** Calls, results and thinking are mended by steps of their own, which know more about them. */
const MENDED_LATER: ReadonlySet<string> = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
])
