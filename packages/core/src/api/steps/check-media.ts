import type { ContentBlock } from '@antiphon/contract'
import { isObject } from '@antiphon/contract'
import { changePieces, type Exchange, type Piece, withPieces } from '../exchange.ts'
import { agreeOnCitations } from '../judge-media/agree-on-citations.ts'
import { judgeDocument } from '../judge-media/judge-document.ts'
import { judgeImage } from '../judge-media/judge-image.ts'
import { judgeSearchResult } from '../judge-media/judge-search-result.ts'
import { FINE, type MediaVerdict, mended } from '../judge-media/media-verdict.ts'
import { boundedJson, createNote } from '../note.ts'
import type { Step, StepContext } from '../step.ts'

/** IMG, PDF, CIT, SEA: media that the API would refuse are mended where that is safe, and else become a note. */
export const checkMedia: Step = (exchange, context): Exchange =>
  withPieces(exchange, { reply: changePieces(exchange.reply, checkPiece, context) })

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
      context.repair(piece.source, verdict.rule, 'edited', verdict.detail)
      return verdict.block
    case 'refused':
      context.repair(piece.source, verdict.rule, 'replaced', `${block.type}: ${verdict.detail}`)
      return standIn(block, verdict.detail)
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

/** Bytes help no model that cannot see them; words and addresses do. */
function standIn(block: ContentBlock, detail: string): ContentBlock {
  const { type, ...fields } = block as { readonly type: string; readonly source?: unknown }
  const isOpaque = isObject(fields.source) && fields.source.type === 'base64'
  return createNote(`${type} omitted: ${detail}${isOpaque ? '' : `: ${boundedJson(fields)}`}`)
}

const MEDIA: ReadonlySet<string> = new Set(['image', 'document', 'search_result'])

function judge(block: ContentBlock, context: StepContext): MediaVerdict {
  switch (block.type) {
    case 'image':
      return judgeImage(block, context)
    case 'document':
      return judgeDocument(block, context)
    case 'search_result':
      return judgeSearchResultAndCitations(block, context)
    default:
      return FINE
  }
}

function judgeSearchResultAndCitations(block: ContentBlock, context: StepContext): MediaVerdict {
  const verdict = judgeSearchResult(block)
  const citations = verdict.kind === 'fine' ? agreeOnCitations(block, context) : null
  // Only a search result gets this far, and citations are a field of it.
  return citations
    ? mended('CIT-01', 'search_result citations', { ...block, citations } as ContentBlock)
    : verdict
}
