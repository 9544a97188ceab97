import {
  base64Bytes,
  type ContentBlock,
  FILES_BETA,
  inspectPdf,
  isBase64,
  isBlank,
  isContentBlock,
  isFetchedUrl,
  isObject,
  PLATFORMS,
} from '@antiphon/contract'
import { cutCodePoints, toName } from '../note.ts'
import type { StepContext } from '../step.ts'
import { agreeOnCitations } from './agree-on-citations.ts'
import { judgeImage } from './judge-image.ts'
import { FINE, type MediaVerdict, mended, refusedMedia } from './media-verdict.ts'

const MAX_TITLE = 500

/** PDF-01 to PDF-03, EMP-07, CIT-01: judges a document, and counts its pages against the request's budget. */
export function judgeDocument(block: ContentBlock, context: StepContext): MediaVerdict {
  const source: unknown = 'source' in block ? block.source : undefined
  if (!isObject(source)) return refusedMedia('PDF-03', 'no source')
  if (!PLATFORMS[context.target.platform].mediaSources.includes(source.type as string)) {
    return refusedMedia('PDF-03', `source ${toName(source.type)} is not taken there`)
  }
  const words = encodedText(source)
  if (words !== null) return withText(block, words, context)
  const verdict = judgeSource(source, context)
  return verdict.kind === 'fine' ? mendFields(block, context) : verdict
}

/** Plain text that was sent as base64, which the API takes of PDFs only; null for any other source. */
function encodedText({ type, media_type, data }: Readonly<Record<string, unknown>>): string | null {
  if (type !== 'base64' || media_type !== 'text/plain' || typeof data !== 'string' || !isBase64(data))
    return null
  const text = new TextDecoder().decode(base64Bytes(data))
  return isBlank(text) ? null : text
}

function withText(block: ContentBlock, data: string, context: StepContext): MediaVerdict {
  // Only the source changes, and a document may have one of text.
  const readable = { ...block, source: { type: 'text', media_type: 'text/plain', data } } as ContentBlock
  const verdict = mendFields(readable, context)
  return mended(
    'PDF-03',
    'plain text that was sent as base64',
    verdict.kind === 'mended' ? verdict.block : readable,
  )
}

function judgeSource(source: Readonly<Record<string, unknown>>, context: StepContext): MediaVerdict {
  switch (source.type) {
    case 'base64':
      return judgePdf(source, context)
    case 'url':
      if (typeof source.url !== 'string' || source.url === '') return refusedMedia('PDF-03', 'no URL')
      return isFetchedUrl(source.url)
        ? countPages(1, context)
        : refusedMedia('IMG-09', 'no address that the API fetches')
    case 'file':
      return typeof source.file_id === 'string' && source.file_id && context.target.betas.includes(FILES_BETA)
        ? countPages(1, context)
        : refusedMedia('FIL-01', 'the uploaded file cannot be named here')
    case 'text':
      return source.media_type === 'text/plain' && typeof source.data === 'string' && !isBlank(source.data)
        ? FINE
        : refusedMedia('PDF-03', 'no plain text')
    case 'content':
      return isReadable(source.content, context)
        ? FINE
        : refusedMedia('PDF-03', 'content that is neither text nor image')
    default:
      return refusedMedia('PDF-03', `unknown source ${toName(source.type)}`)
  }
}

function judgePdf(source: Readonly<Record<string, unknown>>, context: StepContext): MediaVerdict {
  if (source.media_type !== 'application/pdf')
    return refusedMedia('PDF-03', `${toName(source.media_type)} is no PDF`)
  if (typeof source.data !== 'string' || !isBase64(source.data))
    return refusedMedia('PDF-02', 'data is not base64')
  const { isPdf, encrypted, pages } = inspectPdf(source.data)
  if (!isPdf) return refusedMedia('PDF-02', 'not a PDF')
  if (encrypted) return refusedMedia('PDF-02', 'the PDF is password protected')
  const { media: limit } = context.target.limits
  if ((pages ?? 1) > limit) return refusedMedia('PDF-01', `${pages} pages are more than ${limit}`)
  return countPages(pages ?? 1, context)
}

function countPages(pages: number, context: StepContext): MediaVerdict {
  const { media } = context.ledger
  const limit = context.target.limits.media
  if (media.images + media.pages + pages > limit) return refusedMedia('IMG-04', `more than ${limit} media`)
  context.ledger.media = { ...media, pages: media.pages + pages }
  return FINE
}

function isReadable(content: unknown, context: StepContext): boolean {
  if (typeof content === 'string') return !isBlank(content)
  return (
    Array.isArray(content) &&
    content.length > 0 &&
    content.every(
      block =>
        isContentBlock(block) &&
        (block.type === 'image'
          ? judgeImage(block, context).kind === 'fine'
          : block.type === 'text' && typeof block.text === 'string' && !isBlank(block.text)),
    )
  )
}

function mendFields(block: ContentBlock, context: StepContext): MediaVerdict {
  const fields = { ...(block as Readonly<Record<string, unknown>>) }
  const changes: string[] = []
  for (const name of ['title', 'context']) {
    const value = fields[name]
    if (typeof value !== 'string') continue
    if (value === '') delete fields[name]
    else if (name === 'title' && [...value].length > MAX_TITLE)
      fields[name] = cutCodePoints(value, MAX_TITLE - 40)
    else continue
    changes.push(name)
  }
  const citations = agreeOnCitations(block, context)
  if (citations) {
    fields.citations = citations
    changes.push('citations')
  }
  if (changes.length === 0) return FINE
  return mended(
    changes.includes('citations') ? 'CIT-01' : 'EMP-07',
    `document ${changes.join(', ')}`,
    fields as ContentBlock,
  )
}
