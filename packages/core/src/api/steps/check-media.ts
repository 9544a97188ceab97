import type { ContentBlock } from '../../message/content-block.ts'
import { isObject } from '../../message/json.ts'
import { changePieces, type Exchange, type Piece, repairOf, withPieces } from '../exchange.ts'
import { judgeDocument } from '../media/judge-document.ts'
import { judgeImage } from '../media/judge-image.ts'
import { judgeSearchResult } from '../media/judge-search-result.ts'
import type { MediaVerdict } from '../media/media-verdict.ts'
import { createNote } from '../note.ts'
import type { Step, StepContext } from '../step.ts'

/** IMG, PDF, CIT, SEA: media that the API would refuse are mended where that is safe, and else become a note. */
export const checkMedia: Step = (exchange, context): Exchange =>
  withPieces(exchange, { reply: changePieces(exchange.reply, piece => checkPiece(piece, context)) })

function checkPiece(piece: Piece, context: StepContext): Piece {
  const block = checkBlock(piece.block, piece, context)
  return block === piece.block ? piece : { ...piece, block }
}

function checkBlock(block: ContentBlock, piece: Piece, context: StepContext): ContentBlock {
  if (block.type === 'tool_result') return checkToolResult(block, piece, context)
  const verdict = judge(block, context)
  switch (verdict.kind) {
    case 'fine':
      return block
    case 'mended':
      context.report(repairOf(piece.source, verdict.rule, 'edited', verdict.detail))
      return verdict.block
    case 'refused':
      context.report(repairOf(piece.source, verdict.rule, 'replaced', `${block.type}: ${verdict.detail}`))
      return createNote(`${block.type} omitted: ${verdict.detail}`)
  }
}

function checkToolResult(block: ContentBlock, piece: Piece, context: StepContext): ContentBlock {
  const content: unknown = 'content' in block ? block.content : undefined
  if (!Array.isArray(content)) return block
  const checked = content.map(inner =>
    // A tool result inside a tool result is textualised later; its media need no verdict.
    isObject(inner) && MEDIA.has(inner.type as string)
      ? checkBlock(inner as ContentBlock, piece, context)
      : inner,
  )
  return checked.every((inner, index) => inner === content[index])
    ? block
    : ({ ...block, content: checked } as ContentBlock)
}

const MEDIA: ReadonlySet<string> = new Set(['image', 'document', 'search_result'])

function judge(block: ContentBlock, context: StepContext): MediaVerdict {
  switch (block.type) {
    case 'image':
      return judgeImage(block, context)
    case 'document':
      return judgeDocument(block, context)
    case 'search_result':
      return judgeSearchResult(block)
    default:
      return { kind: 'fine' }
  }
}
