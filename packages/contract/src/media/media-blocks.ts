import type { ApiRequest } from '../api-request.ts'
import { isObject } from '../json.ts'
import { perRequest } from '../request/per-request.ts'
import { blocksOfType, type PlacedBlock } from '../request/request-view.ts'
import { isBase64 } from './base64.ts'
import { type ImageHeader, inspectImage } from './image-header.ts'
import { inspectPdf, type PdfHeader } from './pdf-header.ts'

/** An image or document with its source. */
export type MediaBlock = {
  readonly view: PlacedBlock
  readonly source: Readonly<Record<string, unknown>>
  readonly sourceType: string
  /** What the base64 data say of themselves; null for other sources and for what is no base64. */
  readonly image: ImageHeader | null
  readonly pdf: PdfHeader | null
}

/** The images and documents of a request, looked into once for all rules. */
export const mediaBlocks: (request: ApiRequest) => readonly MediaBlock[] = perRequest(request => {
  const views = ['image', 'document'].flatMap(type => blocksOfType(request, type))
  return views.flatMap(view => (isObject(view.block.source) ? [inspect(view, view.block.source)] : []))
})

function inspect(view: PlacedBlock, source: MediaBlock['source']): MediaBlock {
  const sourceType = typeof source.type === 'string' ? source.type : ''
  const { data } = source
  const isReadable = sourceType === 'base64' && typeof data === 'string' && isBase64(data)
  return {
    view,
    source,
    sourceType,
    image: isReadable && view.type === 'image' ? inspectImage(data) : null,
    pdf: isReadable && view.type === 'document' ? inspectPdf(data) : null,
  }
}
