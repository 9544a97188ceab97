import {
  type ContentBlock,
  isBlank,
  isContentBlock,
  TOOL_RESULT_BLOCKS,
  type ToolResultBlock,
} from '@antiphon/contract'
import { changePieces, type Exchange, type Piece, withPieces } from '../exchange.ts'
import { judgeSearchResult } from '../judge-media/judge-search-result.ts'
import { boundedJson, createNote, describeBlock } from '../note.ts'
import type { Step, StepContext } from '../step.ts'
import { tidyInnerBlock } from '../tidy-block.ts'

/** TUP-10 to TUP-13: what a result may hold. Media of an error result move behind the results. */
export const mendToolResults: Step = (exchange, context): Exchange =>
  withPieces(exchange, {
    reply: changePieces(exchange.reply, mendPiece, context),
  })

function mendPiece(piece: Piece, context: StepContext): Piece | readonly Piece[] {
  return piece.block.type === 'tool_result' ? mendResult(piece, piece.block, context) : piece
}

function mendResult(piece: Piece, block: ToolResultBlock, context: StepContext): Piece | readonly Piece[] {
  if (typeof block.content === 'string' && (block.is_error === undefined || block.is_error === false))
    return piece
  const report = (rule: string, detail: string): void =>
    context.repair(piece.source, rule, 'edited', `result of ${block.tool_use_id}: ${detail}`)
  const { is_error: flag, ...rest } = block
  const isError = flag === true
  let mended: ToolResultBlock = block
  if (flag !== undefined && typeof flag !== 'boolean') {
    report('ENV-16', 'is_error is no boolean')
    mended = rest
  }
  const content = mendContent(block.content, report)
  const hoisted = isError && Array.isArray(content) ? content.filter(inner => inner.type !== 'text') : []
  const kept =
    hoisted.length > 0 ? (content as readonly ContentBlock[]).filter(inner => inner.type === 'text') : content
  if (hoisted.length > 0) report('TUP-11', 'media of an error moved behind the results')
  const final = isError && isEmpty(kept) ? 'Error' : kept
  if (final !== kept) report('TUP-10', 'an error without text')
  if (final !== block.content) mended = { ...mended, ...(final !== undefined && { content: final }) }
  const moved = hoisted.map(inner => ({
    ...piece,
    block: inner.type === 'tool_reference' ? describeBlock(inner) : inner,
  }))
  if (mended === block && moved.length === 0) return piece
  return [mended === block ? piece : { ...piece, block: mended }, ...moved]
}

type Content = ToolResultBlock['content']

function mendContent(content: unknown, report: (rule: string, detail: string) => void): Content {
  if (content === undefined || typeof content === 'string') return content
  if (!Array.isArray(content)) {
    report('TUP-12', 'content that is neither text nor blocks')
    return content === null ? '' : boundedJson(content)
  }
  const inner = content.flatMap(value => mendInner(value, report))
  const mixed =
    inner.some(block => block.type === 'search_result') && inner.some(block => block.type !== 'search_result')
  if (mixed) report('TUP-12', 'search results beside other blocks')
  const pure = mixed
    ? inner.map(block => (block.type === 'search_result' ? describeBlock(block) : block))
    : inner
  return pure.length === content.length && pure.every((block, index) => block === content[index])
    ? content
    : pure
}

function mendInner(value: unknown, report: (rule: string, detail: string) => void): readonly ContentBlock[] {
  if (!isContentBlock(value)) {
    report('TUP-12', 'content that is no block')
    return typeof value === 'string' && !isBlank(value)
      ? [{ type: 'text', text: value }]
      : [createNote(boundedJson(value))]
  }
  if (!TOOL_RESULT_BLOCKS.includes(value.type) || !isComplete(value)) {
    report('TUP-12', `${value.type} inside of a result`)
    return [describeBlock(value)]
  }
  if (value.type === 'text' && isBlank(value.text)) {
    report('EMP-01', 'blank text inside of a result')
    return []
  }
  const verdict = judgeSearchResult(value)
  if (verdict.kind === 'refused') {
    report(verdict.rule, `${value.type}: ${verdict.detail}`)
    return [describeBlock(value)]
  }
  const taken: string[] = []
  const tidy = tidyInnerBlock(value, field => taken.push(field))
  if (tidy !== value) report('ENV-10', `${value.type}: took off ${taken.join(', ')}`)
  return [tidy]
}

function isComplete(block: ContentBlock): boolean {
  if (block.type === 'text') return typeof block.text === 'string'
  return block.type !== 'tool_reference' || (typeof block.tool_name === 'string' && block.tool_name !== '')
}

function isEmpty(content: Content): boolean {
  return content === undefined || content.length === 0 || (typeof content === 'string' && isBlank(content))
}
